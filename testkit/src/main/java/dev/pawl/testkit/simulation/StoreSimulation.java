package dev.pawl.testkit.simulation;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.store.Store;
import dev.pawl.model.Flow;
import dev.pawl.testkit.simulation.World.Memory;
import dev.pawl.testkit.simulation.cluster.Ask;
import dev.pawl.testkit.simulation.cluster.Lapse;
import dev.pawl.testkit.simulation.cluster.Nodes;
import dev.pawl.testkit.simulation.cluster.Rounds;
import dev.pawl.testkit.simulation.cluster.Seen;
import dev.pawl.testkit.simulation.cluster.Tally;
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
 * Runs random histories on a store, many of them at the same time: their commits share the batches
 * of two nodes, which die now and then. Each history must be the one that it is without a store.
 */
public final class StoreSimulation {

  /** How many histories run at the same time. */
  public static final int TOGETHER = 32;

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final StoreKeeping.Place place;
  private final Nodes.Conditions conditions;
  private final Tally tally = new Tally();
  private final long born = Instant.now().toEpochMilli();
  private int worlds;

  public StoreSimulation(Store store, Lapse lapse) {
    this(Core.SOUND, store, lapse, PATIENCE);
  }

  /**
   * @param patience what a store may notice a little later must be noticed by then
   */
  StoreSimulation(Core core, Store store, Lapse lapse, Duration patience) {
    this.place = new StoreKeeping.Place(core, store, tally);
    this.conditions = new Nodes.Conditions(store, lapse, patience, tally);
  }

  /** Runs the histories of that many seeds; stops at the first that shows a fault. */
  public Optional<Counterexample> run(long firstSeed, long count) throws InterruptedException {
    for (long done = 0; done < count; done += TOGETHER) {
      long first = firstSeed + done;
      int together = (int) Math.min(TOGETHER, count - done);
      List<Case> cases = LongStream.range(first, first + together).mapToObj(Case::of).toList();
      Optional<Counterexample> found = failure(cases);
      if (found.isPresent()) {
        return found.map(one -> one.among(first, together, "store"));
      }
    }
    return Optional.empty();
  }

  /** What did not happen in any history. */
  public Set<Seen> neverSeen() {
    return tally.never();
  }

  /** How often what happened. */
  public String seen() {
    return tally.toString();
  }

  private record Case(Scenario scenario, Flow flow) {
    private static Case of(long seed) {
      Scenario scenario = Scenario.of(seed);
      return new Case(scenario, scenario.flow());
    }
  }

  private Optional<Counterexample> failure(List<Case> cases) throws InterruptedException {
    List<Trial> plain = cases.stream().map(this::undisturbed).toList();
    List<Counterexample> found = new ArrayList<>();
    for (int i = 0; i < plain.size(); i++) {
      plain.get(i).otherThanForetold(cases.get(i).scenario).ifPresent(found::add);
    }
    if (found.isEmpty()) {
      List<Trial> onStore = together(cases, Memory.SURVIVES);
      for (int i = 0; i < plain.size(); i++) {
        onStore.get(i).otherThan(plain.get(i), cases.get(i).scenario).ifPresent(found::add);
      }
    }
    if (found.isEmpty()) {
      List<Case> foretold =
          cases.stream().filter(one -> Oracle.verdict(one.scenario).isPresent()).toList();
      List<Trial> forgetful = together(foretold, Memory.DIES_WITH_THE_ENGINE);
      for (int i = 0; i < foretold.size(); i++) {
        forgetful.get(i).otherThanForetold(foretold.get(i).scenario).ifPresent(found::add);
      }
    }
    return found.stream()
        .min(Comparator.comparing(one -> one.invariant().equals(StoreKeeping.ELSEWHERE)));
  }

  private Trial undisturbed(Case one) {
    Keeping keeping = new InMemoryKeeping(place.core(), List.of(), true);
    return Trial.of(world(one, Memory.SURVIVES, keeping));
  }

  private World world(Case one, Memory memory, Keeping keeping) {
    Checks checks = new Checks(new Coverage());
    return new World(one.scenario, memory, one.flow, place.core(), checks, keeping);
  }

  private List<Trial> together(List<Case> cases, Memory memory) throws InterruptedException {
    if (cases.isEmpty()) {
      return List.of();
    }
    Trial[] trials = new Trial[cases.size()];
    List<Rounds.Player<Ask, Ask.Answer>> players = new ArrayList<>();
    for (int i = 0; i < trials.length; i++) {
      int number = i;
      Case one = cases.get(i);
      Supplier<ExecutionId> ids = ids(worlds++);
      players.add(
          ask -> {
            Keeping keeping = new StoreKeeping(place, ask, ids, one.scenario.seed(), memory);
            trials[number] = Trial.of(world(one, memory, keeping));
          });
    }
    long seed = Dice.hash(cases.getFirst().scenario.seed(), memory.toString());
    try (Nodes nodes = new Nodes(conditions, seed)) {
      new Rounds<Ask, Ask.Answer>().play(players, nodes::answer);
      if (Stream.of(trials).allMatch(trial -> trial.fault().isEmpty())) {
        nodes.settle();
      }
    }
    return List.of(trials);
  }

  /** Ids of one world: of version 7, as stores want them, and no two worlds have the same. */
  private Supplier<ExecutionId> ids(int world) {
    long time = (born + world) << 16 | 0x7000;
    long[] last = {0x8000_0000_0000_0000L};
    return () -> new ExecutionId(new UUID(time, ++last[0]));
  }
}
