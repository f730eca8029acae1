package dev.pawl.simulation;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.store.Store;
import dev.pawl.model.Flow;
import dev.pawl.simulation.SimulatedWorld.Memory;
import dev.pawl.simulation.cluster.ClusterRequest;
import dev.pawl.simulation.cluster.EventCounts;
import dev.pawl.simulation.cluster.LeaseExpiry;
import dev.pawl.simulation.cluster.ObservedEvent;
import dev.pawl.simulation.cluster.PlayerRounds;
import dev.pawl.simulation.cluster.TwoNodes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Runs random histories concurrently on a store: their commits share the batches of two nodes,
 * which die now and then. Each history must equal the one without a store.
 */
public final class StoreSimulation {

  /** Number of concurrent histories. */
  public static final int CONCURRENT_HISTORIES = 32;

  private static final Duration STORE_DELAY_LIMIT = Duration.ofSeconds(30);

  private final StoreFactStorage.StoreContext place;
  private final TwoNodes.Conditions conditions;
  private final EventCounts tally = new EventCounts();
  private final long born = Instant.now().toEpochMilli();
  private int worlds;

  public StoreSimulation(Store store, LeaseExpiry lapse) {
    this(EngineUnderTest.SOUND, store, lapse, STORE_DELAY_LIMIT);
  }

  /**
   * A simulation on a store.
   *
   * @param patience the time limit for what a store may notice with a delay
   */
  StoreSimulation(EngineUnderTest core, Store store, LeaseExpiry lapse, Duration patience) {
    this.place = new StoreFactStorage.StoreContext(core, store, tally);
    this.conditions = new TwoNodes.Conditions(store, lapse, patience, tally);
  }

  /** Runs the histories of {@code count} seeds and stops at the first failure. */
  public Optional<Counterexample> run(long firstSeed, long count) throws InterruptedException {
    for (long done = 0; done < count; done += CONCURRENT_HISTORIES) {
      long first = firstSeed + done;
      int together = (int) Math.min(CONCURRENT_HISTORIES, count - done);
      List<Case> cases = LongStream.range(first, first + together).mapToObj(Case::of).toList();
      Optional<Counterexample> found = failure(cases);
      if (found.isPresent()) {
        return found.map(one -> one.among(first, together, "store"));
      }
    }
    return Optional.empty();
  }

  /** Returns the events that happened in no history. */
  public Set<ObservedEvent> neverSeen() {
    return tally.never();
  }

  /** Returns the count of each event as text. */
  public String statistics() {
    return tally.toString();
  }

  private record Case(Scenario scenario, Flow flow) {
    private static Case of(long seed) {
      Scenario scenario = Scenario.of(seed);
      return new Case(scenario, scenario.flow());
    }
  }

  private Optional<Counterexample> failure(List<Case> cases) throws InterruptedException {
    List<SimulationRun> plain = cases.stream().map(this::undisturbed).toList();
    List<Counterexample> found = new ArrayList<>();
    for (int i = 0; i < plain.size(); i++) {
      plain.get(i).differenceFromPrediction(cases.get(i).scenario).ifPresent(found::add);
    }
    if (found.isEmpty()) {
      List<SimulationRun> onStore = together(cases, Memory.SURVIVES);
      for (int i = 0; i < plain.size(); i++) {
        onStore.get(i).differenceFrom(plain.get(i), cases.get(i).scenario).ifPresent(found::add);
      }
    }
    if (found.isEmpty()) {
      List<Case> predictedHistories =
          cases.stream().filter(one -> Oracle.verdict(one.scenario).isPresent()).toList();
      List<SimulationRun> forgetful = together(predictedHistories, Memory.DIES_WITH_THE_ENGINE);
      for (int i = 0; i < predictedHistories.size(); i++) {
        forgetful
            .get(i)
            .differenceFromPrediction(predictedHistories.get(i).scenario)
            .ifPresent(found::add);
      }
    }
    return found.stream()
        .min(Comparator.comparing(one -> one.invariant().equals(StoreFactStorage.ELSEWHERE)));
  }

  private SimulationRun undisturbed(Case one) {
    FactStorage keeping = new InMemoryFactStorage(place.core(), List.of(), true);
    return SimulationRun.of(world(one, Memory.SURVIVES, keeping));
  }

  private SimulatedWorld world(Case one, Memory memory, FactStorage keeping) {
    ExecutionChecks checks = new ExecutionChecks(new TransitionCoverage());
    return new SimulatedWorld(one.scenario, memory, one.flow, place.core(), checks, keeping);
  }

  private List<SimulationRun> together(List<Case> cases, Memory memory)
      throws InterruptedException {
    if (cases.isEmpty()) {
      return List.of();
    }
    SimulationRun[] trials = new SimulationRun[cases.size()];
    List<PlayerRounds.Player<ClusterRequest, ClusterRequest.ClusterAnswer>> players =
        new ArrayList<>();
    for (int i = 0; i < trials.length; i++) {
      int number = i;
      Case one = cases.get(i);
      Supplier<ExecutionId> ids = ids(worlds++);
      players.add(
          ask -> {
            FactStorage keeping =
                new StoreFactStorage(place, ask, ids, one.scenario.seed(), memory);
            trials[number] = SimulationRun.of(world(one, memory, keeping));
          });
    }
    long seed = SeededRandom.hash(cases.getFirst().scenario.seed(), memory.toString());
    try (TwoNodes nodes = new TwoNodes(conditions, seed)) {
      new PlayerRounds<ClusterRequest, ClusterRequest.ClusterAnswer>().play(players, nodes::answer);
      if (Stream.of(trials).allMatch(trial -> trial.fault().isEmpty())) {
        nodes.settle();
      }
    }
    return List.of(trials);
  }

  /** Returns the execution ids of one world: UUIDv7, distinct from those of all other worlds. */
  private Supplier<ExecutionId> ids(int world) {
    long time = (born + world) << 16 | 0x7000;
    long[] last = {0x8000_0000_0000_0000L};
    return () -> new ExecutionId(new UUID(time, ++last[0]));
  }
}
