package dev.pawl.engine;

import dev.pawl.engine.data.DataException;
import dev.pawl.engine.data.DataShaping;
import dev.pawl.engine.data.Numbers;
import dev.pawl.engine.data.StateData;
import dev.pawl.model.Compensation;
import dev.pawl.model.Flow;
import dev.pawl.model.Machine;
import dev.pawl.model.State;
import dev.pawl.model.StateKind;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonObject;
import java.util.Map;
import java.util.Optional;

/**
 * Compensation of completed steps, newest first, one at a time. Each is a visit of the compensation
 * frame and may be retried; a failed one is recorded and does not stop the others.
 */
final class Compensations {

  private final Flow flow;
  private final AdvanceContext turn;
  private final ErrorHandling recoveries;

  Compensations(Flow flow, AdvanceContext turn) {
    this.flow = flow;
    this.turn = turn;
    this.recoveries = new ErrorHandling(turn);
  }

  /** Continues until a compensation is in progress or none is left. */
  void run() {
    while (turn.saga.isUndoing()) {
      Frame frame = turn.saga.frame().filter(this::isCurrent).orElseGet(this::next);
      if (frame.activity() == Activity.Ready.READY && turn.status != Status.PAUSED) {
        frame = begin(frame);
      }
      turn.saga = turn.saga.with(frame);
      if (!frame.isEnded()) {
        return;
      }
      turn.saga = turn.saga.next();
    }
  }

  private boolean isCurrent(Frame frame) {
    return !frame.isEnded();
  }

  private Frame next() {
    CompensationLog.Done done = turn.saga.current();
    JsonObject input = JsonObject.of("Input", done.input()).with("Result", done.result());
    return turn.saga
        .frame()
        .map(frame -> frame.goTo(done.state(), input, turn.now))
        .orElseGet(
            () -> {
              Frame.FrameVariables scope =
                  new Frame.FrameVariables(Map.of(), Map.of(), turn.launchContext());
              return Frame.create(FrameId.COMPENSATION, scope, done.state(), input, turn.now);
            });
  }

  private Frame begin(Frame frame) {
    Compensation compensation = compensation(turn.saga.current());
    try {
      StateData data = turn.taskData(frame);
      Command.Call call =
          new Command.Call(
              compensation.resource(),
              compensation.arguments().map(t -> data.value(t, "Compensate")).orElse(data.input()),
              compensation.config().map(it -> DataShaping.config(it, data)),
              Numbers.deadline(data, compensation.deadlines().timeout(), "TimeoutSeconds"),
              Numbers.deadline(data, compensation.deadlines().heartbeat(), "HeartbeatSeconds"),
              turn.tokenFor(compensation.resource(), frame));
      Command.RunTask command = new Command.RunTask(frame.step(), frame.visit().attempt(), call);
      return turn.block(frame, StateKind.TASK, new Activity.Working(command));
    } catch (DataException e) {
      return failed(frame, Failure.of(e.error(), String.valueOf(e.getMessage())));
    }
  }

  /** Applies a fact to the compensation in progress. */
  void apply(Fact fact) {
    Frame frame = turn.saga.frame().orElseThrow();
    Frame changed =
        switch (fact) {
          case Fact.TaskSucceeded done
              when frame.activity() instanceof Activity.Working
                  && isAbout(frame, done.step(), done.attempt()) ->
              succeeded(frame, done.output());
          case Fact.TaskFailed failed
              when frame.activity() instanceof Activity.Working
                  && isAbout(frame, failed.step(), failed.attempt()) ->
              recoveries
                  .retry(
                      frame,
                      StateKind.TASK,
                      compensation(turn.saga.current()).retriers(),
                      failed.failure())
                  .orElseGet(() -> failed(frame, failed.failure()));
          case Fact.TimerFired timer
              when frame.activity() instanceof Activity.BackingOff
                  && isAbout(frame, timer.step(), timer.attempt()) ->
              frame.with(Activity.Ready.READY);
          case Fact.Skipped skipped when !frame.isEnded() && skipped.step().equals(frame.step()) ->
              skipped(frame);
          default -> {
            turn.ignore("this compensation is not under way");
            yield frame;
          }
        };
    if (turn.ignored.isPresent()) {
      return;
    }
    turn.saga = turn.saga.with(changed);
    if (changed.isEnded()) {
      turn.saga = turn.saga.next();
    }
    run();
  }

  private boolean isAbout(Frame frame, StepId step, int attempt) {
    return turn.saga.isUndoing() && frame.step().equals(step) && frame.visit().attempt() == attempt;
  }

  private Frame succeeded(Frame frame, Json output) {
    turn.step(frame, StateKind.TASK, StepStatus.SUCCEEDED, StepChange.Result.of(output, Map.of()));
    CompensationLog.Done done = turn.saga.current();
    StepChange.VisitedState place =
        new StepChange.VisitedState(done.state(), StateKind.TASK, 1, done.input(), Map.of());
    turn.steps.add(
        new StepChange(
            turn.seq,
            turn.steps.size(),
            done.step(),
            turn.now,
            StepStatus.COMPENSATED,
            place,
            StepChange.Result.of(done.result(), Map.of())));
    return frame.with(new Activity.Ended(new Outcome.Succeeded(output)));
  }

  private Frame failed(Frame frame, Failure failure) {
    turn.step(
        frame, StateKind.TASK, StepStatus.FAILED, StepChange.Result.of(failure.asSeenByFlow()));
    return frame.with(new Activity.Ended(new Outcome.Failed(failure.asSeenByFlow())));
  }

  private Frame skipped(Frame frame) {
    if (!frame.activity().commands(frame).isEmpty()) {
      turn.commands.add(new Command.Abandon(frame.step()));
    }
    turn.step(frame, StateKind.TASK, StepStatus.SKIPPED, StepChange.Result.NONE);
    return frame.with(new Activity.Ended(new Outcome.Succeeded(JsonNull.NULL)));
  }

  private Compensation compensation(CompensationLog.Done done) {
    Machine machine = flow.machine();
    for (FrameId.Hop hop : done.step().frame().hops()) {
      machine = ForkChildren.machine(machine.state(hop.state()), hop.child());
    }
    State.Task task = (State.Task) machine.state(done.state());
    return task.compensation().orElseThrow();
  }

  /** Records a completed step that has a compensation. */
  static void remember(AdvanceContext turn, Frame frame, State.Task task, Json input, Json result) {
    if (frame.visit().attempt() > 1) {
      turn.saga = turn.saga.without(frame.step());
    }
    turn.saga = turn.saga.add(new CompensationLog.Done(frame.step(), task.name(), input, result));
  }

  /** Stops the compensation; the remaining steps are not undone. */
  void stop() {
    Optional<Frame> frame = turn.saga.frame().filter(f -> turn.saga.isUndoing() && !f.isEnded());
    frame.ifPresent(
        f -> {
          turn.step(f, StateKind.TASK, StepStatus.CANCELLED, StepChange.Result.NONE);
          turn.commands.add(new Command.Abandon(f.step()));
        });
    turn.saga = turn.saga.stopped();
  }
}
