package dev.pawl.cli.run;

import dev.pawl.cli.file.UsageException;
import dev.pawl.engine.Command;
import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import dev.pawl.engine.OutstandingCommands;
import dev.pawl.engine.StepChange;
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

/** A run of a flow in memory, whose environment follows a scenario. */
public final class ScriptedRun implements ReportedRun {

  /** The maximum number of steps, after which a run is considered endless. */
  static final int MAX_STEPS = 100_000;

  /** The name under which scripted decisions are recorded. */
  public static final String DECIDER = "pawl";

  private final RunScenario scenario;
  private final ScenarioPorts ports;
  private final InMemoryEngine engine;
  private final StepLog log = new StepLog();
  private final SequencedSet<ExecutionId> executions = new LinkedHashSet<>();
  private final Deque<StepLog.Entry> undecided = new ArrayDeque<>();
  private int steps;
  private Consumer<StepLog.Entry> onStep = entry -> {};
  private Runnable onWait = () -> {};

  /**
   * Creates a run.
   *
   * @param fast true to skip the time of waits
   */
  public ScriptedRun(RunScenario scenario, ScenarioPorts ports, InstantSource clock, boolean fast) {
    this.scenario = scenario;
    this.ports = ports;
    Timeline time =
        fast ? new VirtualTime(clock.instant()) : new WallTime(clock, this::isWorthWaiting);
    this.engine = new InMemoryEngine(ports, time, new InMemoryJournal());
    engine.onStep(this::record);
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

  /** Runs the flow until it ends or waits for an input that was not given. */
  public Execution run(Flow flow, String code, Json input) throws InterruptedException {
    ExecutionId id = engine.start(flow, code, input);
    executions.add(id);
    scenario.events().forEach(event -> engine.apply(id, event));
    do {
      decide();
      while (answerToken()) {
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
  public List<WaitReason> waiting() {
    return executions.stream()
        .flatMap(id -> WaitReason.of(engine.execution(id), log, resource -> false).stream())
        .toList();
  }

  private void record(ExecutionId execution, StepChange step) {
    if (++steps > MAX_STEPS) {
      throw new UsageException(
          "stopped after %d steps; a flow that never ends cannot be run to its end"
              .formatted(MAX_STEPS));
    }
    executions.add(execution);
    Optional<StepLog.Entry> ended = log.add(execution, step);
    ended.ifPresent(onStep);
    if (ended.isEmpty() && step.status() == StepStatus.RUNNING) {
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
                  engine.apply(
                      entry.execution(),
                      new Fact.HumanActed(entry.step().id(), DECIDER, decision)));
    }
  }

  private boolean answerToken() {
    Optional<ScenarioPorts.TokenAnswer> next = ports.nextTokenAnswer();
    next.ifPresent(one -> engine.succeed(TaskToken.parse(one.token()), one.answer()));
    return next.isPresent();
  }

  /**
   * Returns true unless the run waits only for events and people. Timers outlive the steps that
   * they were set for, and such timers are not waited for.
   */
  private boolean isWorthWaiting() {
    boolean worth =
        executions.stream()
            .flatMap(id -> OutstandingCommands.of(engine.execution(id)).stream())
            .anyMatch(
                c -> !(c instanceof Command.AwaitEvent || c instanceof Command.OpenHumanTask));
    if (worth) {
      onWait.run();
    }
    return worth;
  }
}
