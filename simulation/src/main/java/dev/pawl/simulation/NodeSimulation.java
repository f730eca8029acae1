package dev.pawl.simulation;

import dev.pawl.engine.AdvanceResult;
import dev.pawl.engine.Execution;
import dev.pawl.engine.History;
import dev.pawl.engine.Interpreter;
import dev.pawl.engine.RecordedFact;
import dev.pawl.engine.node.ExecutionControl;
import dev.pawl.engine.node.Launch;
import dev.pawl.engine.node.time.RuntimeClock;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.Executions.Summary;
import dev.pawl.engine.store.Priority;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.TenantId;
import dev.pawl.sdk.Json;
import dev.pawl.simulation.cluster.LeaseExpiry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

/**
 * Runs random flows concurrently on real nodes, in real or simulated time, while nodes close,
 * expire and join. Each flow must end as the oracle says and visit the states that it visits in the
 * simulated world, and its facts must pass all checks.
 */
public final class NodeSimulation {

  private static final Duration STUCK_AFTER = Duration.ofSeconds(30);
  private static final Duration POLL_INTERVAL = Duration.ofMillis(50);
  private static final Executions.Page ALL = new Executions.Page(100_000, Optional.empty());

  private final Store store;
  private final LeaseExpiry lapse;
  private final RuntimeClock clock;
  private final Duration patience;
  private final Queue<String> faults = new ConcurrentLinkedQueue<>();
  private final Set<LiveNodes.Change> changes = EnumSet.noneOf(LiveNodes.Change.class);

  public NodeSimulation(Store store, LeaseExpiry lapse) {
    this(store, lapse, RuntimeClock.SYSTEM);
  }

  /** A simulation that uses the clock of the store. */
  public NodeSimulation(Store store, LeaseExpiry lapse, RuntimeClock clock) {
    this(store, lapse, clock, STUCK_AFTER);
  }

  /**
   * A simulation with its own clock and timeout.
   *
   * @param patience the time without any change after which the run counts as stuck
   */
  NodeSimulation(Store store, LeaseExpiry lapse, RuntimeClock clock, Duration patience) {
    this.store = store;
    this.lapse = lapse;
    this.clock = clock;
    this.patience = patience;
  }

  /** Returns true if nodes were closed, expired and joined at least once each. */
  public boolean hasCoveredAllChanges() {
    return changes.size() == LiveNodes.Change.values().length;
  }

  /** Runs {@code count} flows with seeds from {@code firstSeed} on and returns all failures. */
  public List<String> run(long firstSeed, int count) throws Exception {
    List<PredictedRun> cases = PredictedRun.from(firstSeed, count);
    for (PredictedRun one : cases) {
      byte[] text = one.scenario().document().toString().getBytes(StandardCharsets.UTF_8);
      store.versions().add(TenantId.DEFAULT, flow(one), text);
    }
    try (LiveNodes nodes = new LiveNodes(store, lapse, clock, faults)) {
      List<FutureTask<ExecutionKey>> starts =
          cases.stream().map(one -> new FutureTask<>(() -> start(one, nodes))).toList();
      starts.forEach(start -> clock.call(Thread.ofVirtual(), start));
      awaitEnd(nodes, starts, new SeededRandom(firstSeed), count / 5);
      for (int i = 0; i < count; i++) {
        if (starts.get(i).isDone()) {
          judge(cases.get(i), starts.get(i).get(), nodes.control())
              .map(found -> found.among(firstSeed, count, "node").toString())
              .ifPresent(faults::add);
        } else {
          faults.add(flow(cases.get(i)) + " does not start");
        }
      }
      judgeAll(nodes.control());
    }
    return List.copyOf(faults);
  }

  private static String flow(PredictedRun one) {
    return "flow-" + one.scenario().seed();
  }

  private static ExecutionKey start(PredictedRun one, LiveNodes nodes) throws InterruptedException {
    SeededRandom dice = new SeededRandom(one.scenario().seed());
    ExecutionMetadata.StartAttributes tags =
        new ExecutionMetadata.StartAttributes(
            dice.any(Priority.values()),
            Optional.empty(),
            Map.of(),
            Optional.of(flow(one)),
            Optional.empty());
    Launch launch = Launch.of(flow(one), one.scenario().input()).with(tags);
    ExecutionKey key = nodes.start(dice.percent(15) ? launch.asExpress() : launch, dice.below(9));
    for (Scenario.WorldAction action : one.scenario().actions()) {
      switch (action.kind()) {
        case EVENT ->
            nodes
                .control()
                .signal(key, "e" + action.pick() % 2, Json.of(1), Optional.of("" + action));
        case PAUSE -> nodes.control().pause(key, "lunch");
        case RESUME -> nodes.control().resume(key);
        case REPEAT -> {}
        case CANCEL, CANCEL_AND_COMPENSATE, SKIP, REWIND, REWIND_AND_COMPENSATE ->
            throw new IllegalStateException("the end would not be predictable");
      }
    }
    return key;
  }

  /** Waits until all executions, including children, have ended or nothing changes any more. */
  private void awaitEnd(
      LiveNodes nodes, List<FutureTask<ExecutionKey>> starts, SeededRandom dice, int mostChanges)
      throws Exception {
    LivePeople people = new LivePeople(nodes.control());
    List<Summary> before = List.of();
    long since = clock.nanos();
    int changed = 0;
    while (clock.nanos() - since < patience.toNanos()) {
      List<Summary> living = findLive(nodes.control());
      if (living.isEmpty() && starts.stream().allMatch(Future::isDone)) {
        return;
      }
      if (!living.equals(before)) {
        before = living;
        since = clock.nanos();
      }
      living.forEach(people::decideOpenTasks);
      if (changed < mostChanges && dice.percent(30)) {
        changes.add(nodes.change(dice));
        changed++;
      }
      clock.sleep(POLL_INTERVAL);
    }
  }

  private static List<Summary> findLive(ExecutionControl control) {
    return control.reader().search(TenantId.DEFAULT, Executions.Criteria.ANY, ALL).stream()
        .filter(found -> !found.status().isTerminal())
        .toList();
  }

  private static Optional<Counterexample> judge(
      PredictedRun one, ExecutionKey key, ExecutionControl control) {
    Interpreter interpreter = new Interpreter(one.scenario().flow());
    List<ExecutionInvariant> checks =
        new ExecutionChecks(new TransitionCoverage()).of(key.id(), one.scenario());
    SimulatedExecution life =
        new SimulatedExecution(key.id(), interpreter, Optional.empty(), checks);
    try {
      for (RecordedFact fact : control.reader().facts(key)) {
        Execution before = life.execution;
        AdvanceResult advanced = interpreter.advance(before, fact);
        life.execution = advanced.execution();
        life.observe(before, fact, advanced);
      }
      one.compare(life);
      return Optional.empty();
    } catch (RuntimeException e) {
      return Optional.of(new Counterexample(one.scenario(), SimulationRun.fault(e), List.of(life)));
    }
  }

  /**
   * Checks all executions, including children: each has ended, and its info agrees with its facts.
   */
  private void judgeAll(ExecutionControl control) {
    for (Summary found : control.reader().search(TenantId.DEFAULT, Executions.Criteria.ANY, ALL)) {
      Execution execution =
          control.reader().history(found.info().key()).map(History::execution).orElseThrow();
      boolean looksRight =
          found.status() == execution.status() && found.failure().equals(execution.failure());
      if (!found.status().isTerminal()) {
        faults.add("does not end: " + found + "\n  " + control.reader().facts(found.info().key()));
      } else if (!looksRight) {
        faults.add("looks as %s but is %s".formatted(found, execution));
      }
    }
  }
}
