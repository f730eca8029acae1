package dev.pawl.cli.run;

import dev.pawl.cli.file.UsageException;
import dev.pawl.engine.Command;
import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Outstanding;
import dev.pawl.engine.Step;
import dev.pawl.engine.StepStatus;
import dev.pawl.engine.TaskToken;
import dev.pawl.engine.run.InMemoryEngine;
import dev.pawl.engine.run.InMemoryJournal;
import dev.pawl.engine.run.Timeline;
import dev.pawl.engine.run.VirtualTime;
import dev.pawl.model.Flow;
import dev.pawl.sdk.Json;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.function.Consumer;

/** One run of a flow in which the outside follows a scenario. */
public final class Rehearsal implements Run {

  /** After so many steps a run is taken for one that never ends. */
  static final int MAX_STEPS = 100_000;

  /** Who decides where a scenario says what is decided. */
  public static final String DECIDER = "pawl";

  private final Scenario scenario;
  private final Mocks mocks;
  private final InMemoryEngine engine;
  private final StepLog log = new StepLog();
  private final SequencedSet<ExecutionId> executions = new LinkedHashSet<>();
  private final Deque<StepLog.Entry> undecided = new ArrayDeque<>();
  private int steps;
  private Consumer<StepLog.Entry> onStep = entry -> {};
  private Runnable onWait = () -> {};

  /**
   * @param fast waits take no time
   */
  public Rehearsal(Scenario scenario, Mocks mocks, InstantSource clock, boolean fast) {
    this.scenario = scenario;
    this.mocks = mocks;
    Timeline time =
        fast ? new VirtualTime(clock.instant()) : new WallTime(clock, this::isWorthWaiting);
    this.engine = new InMemoryEngine(mocks, time, new InMemoryJournal());
    engine.onStep(this::heard);
  }

  @Override
  public void onStep(Consumer<StepLog.Entry> listener) {
    onStep = listener;
  }

  @Override
  public void onWait(Runnable listener) {
    onWait = listener;
  }

  @Override
  public StepLog log() {
    return log;
  }

  /** Runs the flow until it ends or can only wait for ever. */
  public Execution run(Flow flow, String code, Json input) throws InterruptedException {
    ExecutionId id = engine.start(flow, code, input);
    executions.add(id);
    scenario.events().forEach(event -> engine.tell(id, event));
    do {
      decide();
      while (returnToken()) {
        decide();
      }
    } while (engine.runNext());
    return engine.execution(id);
  }

  @Override
  public Execution execution(ExecutionId id) {
    return engine.execution(id);
  }

  @Override
  public String flow(ExecutionId id) {
    return engine.execution(id).origin().flow();
  }

  @Override
  public boolean isMain(ExecutionId id) {
    return executions.getFirst().equals(id);
  }

  @Override
  public List<Waiting> waiting() {
    return executions.stream()
        .flatMap(id -> Waiting.of(engine.execution(id), log, resource -> false).stream())
        .toList();
  }

  private void heard(ExecutionId execution, Step step) {
    if (++steps > MAX_STEPS) {
      throw new UsageException(
          "stopped after %d steps; a flow that never ends cannot be run to its end"
              .formatted(MAX_STEPS));
    }
    executions.add(execution);
    Optional<StepLog.Entry> over = log.add(execution, step);
    over.ifPresent(onStep);
    if (over.isEmpty() && step.status() == StepStatus.RUNNING) {
      StepLog.Entry entry = new StepLog.Entry(execution, step, Duration.ZERO);
      if (entry.isHuman()) {
        undecided.add(entry);
      }
    }
  }

  private void decide() {
    while (!undecided.isEmpty()) {
      StepLog.Entry entry = undecided.remove();
      scenario
          .decisions()
          .next(entry.step().place().state())
          .ifPresent(
              decision ->
                  engine.tell(
                      entry.execution(),
                      new Fact.HumanActed(entry.step().id(), DECIDER, decision)));
    }
  }

  private boolean returnToken() {
    Optional<Mocks.Returned> returned = mocks.nextReturned();
    returned.ifPresent(r -> engine.succeed(TaskToken.parse(r.token()), r.answer()));
    return returned.isPresent();
  }

  /** Timers outlive what they were set for; only what is still outstanding is waited for. */
  private boolean isWorthWaiting() {
    boolean worth =
        executions.stream()
            .flatMap(id -> Outstanding.of(engine.execution(id)).stream())
            .anyMatch(
                c -> !(c instanceof Command.AwaitEvent || c instanceof Command.OpenHumanTask));
    if (worth) {
      onWait.run();
    }
    return worth;
  }
}
