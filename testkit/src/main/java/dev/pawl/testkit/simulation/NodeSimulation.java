package dev.pawl.testkit.simulation;

import dev.pawl.engine.Advanced;
import dev.pawl.engine.Execution;
import dev.pawl.engine.History;
import dev.pawl.engine.Interpreter;
import dev.pawl.engine.Recorded;
import dev.pawl.engine.node.Control;
import dev.pawl.engine.node.Launch;
import dev.pawl.engine.node.RuntimeClock;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.Executions.Summary;
import dev.pawl.engine.store.Priority;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.TenantId;
import dev.pawl.sdk.Json;
import dev.pawl.testkit.simulation.cluster.Lapse;
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
 * Runs random flows on real nodes, all at once, in real or in turned time, while nodes are closed,
 * taken for dead and joined. Each flow must end as the oracle says and visit the states that it
 * visits in the simulated world, and its facts must be a history that passes all checks.
 */
public final class NodeSimulation {

  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final Duration NAP = Duration.ofMillis(50);
  private static final Executions.Page ALL = new Executions.Page(100_000, Optional.empty());

  private final Store store;
  private final Lapse lapse;
  private final RuntimeClock clock;
  private final Duration patience;
  private final Queue<String> faults = new ConcurrentLinkedQueue<>();
  private final Set<LiveNodes.Change> changes = EnumSet.noneOf(LiveNodes.Change.class);

  public NodeSimulation(Store store, Lapse lapse) {
    this(store, lapse, RuntimeClock.SYSTEM);
  }

  /** The same in the time of the store. */
  public NodeSimulation(Store store, Lapse lapse, RuntimeClock clock) {
    this(store, lapse, clock, PATIENCE);
  }

  /**
   * @param patience after that time in which nothing has changed, nothing ever will
   */
  NodeSimulation(Store store, Lapse lapse, RuntimeClock clock, Duration patience) {
    this.store = store;
    this.lapse = lapse;
    this.clock = clock;
    this.patience = patience;
  }

  /** Whether nodes were closed, taken for dead, and joined. */
  public boolean hasSeenAll() {
    return changes.size() == LiveNodes.Change.values().length;
  }

  /** Runs that many flows, of seeds from the first on, and tells all that was wrong. */
  public List<String> run(long firstSeed, int count) throws Exception {
    List<Foretold> cases = Foretold.from(firstSeed, count);
    for (Foretold one : cases) {
      byte[] text = one.scenario().document().toString().getBytes(StandardCharsets.UTF_8);
      store.versions().add(TenantId.DEFAULT, flow(one), text);
    }
    try (LiveNodes nodes = new LiveNodes(store, lapse, clock, faults)) {
      List<FutureTask<ExecutionKey>> starts =
          cases.stream().map(one -> new FutureTask<>(() -> start(one, nodes))).toList();
      starts.forEach(start -> clock.call(Thread.ofVirtual(), start));
      awaitEnd(nodes, starts, new Dice(firstSeed), count / 5);
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

  private static String flow(Foretold one) {
    return "flow-" + one.scenario().seed();
  }

  private static ExecutionKey start(Foretold one, LiveNodes nodes) throws InterruptedException {
    Dice dice = new Dice(one.scenario().seed());
    Card.Tags tags =
        new Card.Tags(
            dice.any(Priority.values()),
            Optional.empty(),
            Map.of(),
            Optional.of(flow(one)),
            Optional.empty());
    Launch launch = Launch.of(flow(one), one.scenario().input()).with(tags);
    ExecutionKey key = nodes.start(dice.percent(15) ? launch.asExpress() : launch, dice.below(9));
    for (Scenario.Happening happening : one.scenario().happenings()) {
      switch (happening.kind()) {
        case EVENT ->
            nodes
                .control()
                .signal(key, "e" + happening.pick() % 2, Json.of(1), Optional.of("" + happening));
        case PAUSE -> nodes.control().pause(key, "lunch");
        case RESUME -> nodes.control().resume(key);
        case REPEAT -> {}
        case CANCEL, CANCEL_AND_COMPENSATE, SKIP, REWIND, REWIND_AND_COMPENSATE ->
            throw new IllegalStateException("the end would not be known");
      }
    }
    return key;
  }

  /** Until nothing lives any more, not even children, or nothing moves. */
  private void awaitEnd(
      LiveNodes nodes, List<FutureTask<ExecutionKey>> starts, Dice dice, int mostChanges)
      throws Exception {
    LivePeople people = new LivePeople(nodes.control());
    List<Summary> before = List.of();
    long since = clock.nanos();
    int changed = 0;
    while (clock.nanos() - since < patience.toNanos()) {
      List<Summary> living = living(nodes.control());
      if (living.isEmpty() && starts.stream().allMatch(Future::isDone)) {
        return;
      }
      if (!living.equals(before)) {
        before = living;
        since = clock.nanos();
      }
      living.forEach(people::look);
      if (changed < mostChanges && dice.percent(30)) {
        changes.add(nodes.change(dice));
        changed++;
      }
      clock.sleep(NAP);
    }
  }

  private static List<Summary> living(Control control) {
    return control.search(TenantId.DEFAULT, Executions.Criteria.ANY, ALL).stream()
        .filter(found -> !found.status().isTerminal())
        .toList();
  }

  private static Optional<Counterexample> judge(Foretold one, ExecutionKey key, Control control) {
    Interpreter interpreter = new Interpreter(one.scenario().flow());
    List<Check> checks = new Checks(new Coverage()).of(key.id(), one.scenario());
    Life life = new Life(key.id(), interpreter, Optional.empty(), checks);
    try {
      for (Recorded fact : control.facts(key)) {
        Execution before = life.execution;
        Advanced advanced = interpreter.advance(before, fact);
        life.execution = advanced.execution();
        life.observe(before, fact, advanced);
      }
      one.compare(life);
      return Optional.empty();
    } catch (RuntimeException e) {
      return Optional.of(new Counterexample(one.scenario(), Trial.fault(e), List.of(life)));
    }
  }

  /** Children too: each has ended, and looks as its facts say. */
  private void judgeAll(Control control) {
    for (Summary found : control.search(TenantId.DEFAULT, Executions.Criteria.ANY, ALL)) {
      Execution execution =
          control.history(found.card().key()).map(History::execution).orElseThrow();
      boolean looksRight =
          found.status() == execution.status() && found.failure().equals(execution.failure());
      if (!found.status().isTerminal()) {
        faults.add("does not end: " + found + "\n  " + control.facts(found.card().key()));
      } else if (!looksRight) {
        faults.add("looks as %s but is %s".formatted(found, execution));
      }
    }
  }
}
