package dev.pawl.engine;

import dev.pawl.model.Flow;
import dev.pawl.model.Machine;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * The task that runs once the ending of an execution is decided and all compensation is done. It is
 * a machine of one state in a frame of its own; its failure is recorded and changes nothing.
 */
final class EndTask {

  private final Flow flow;
  private final Transitions visits;
  private Optional<Frame> frame;

  EndTask(Flow flow, Transitions visits, Optional<Frame> frame) {
    this.flow = flow;
    this.visits = visits;
    this.frame = frame;
  }

  /** Returns the machine of the task; empty if the flow has none for this ending. */
  static Optional<Machine> machine(Flow flow, Optional<Execution.Ending> ending) {
    if (ending.isEmpty()) {
      return Optional.empty();
    }
    return switch (ending.get().status()) {
      case SUCCEEDED -> flow.endTasks().onSucceeded();
      case FAILED, TIMED_OUT -> flow.endTasks().onFailed();
      case CANCELLED, PENDING, RUNNING, WAITING, PAUSED -> Optional.empty();
    };
  }

  /** Returns the frame of the task; empty if it has not begun. */
  Optional<Frame> frame() {
    return frame;
  }

  boolean hasBegun() {
    return frame.isPresent();
  }

  boolean isOpen() {
    return frame.isPresent() && !frame.get().isEnded();
  }

  /** Starts the task of the flow for this ending, if it has one that has not begun yet. */
  void begin(Execution.Ending ending, Supplier<JsonObject> context, Instant now) {
    if (frame.isEmpty()) {
      frame =
          machine(flow, Optional.of(ending))
              .map(
                  machine -> {
                    Frame.FrameVariables scope =
                        new Frame.FrameVariables(Map.of(), Map.of(), context.get());
                    Frame begun =
                        Frame.create(FrameId.END, scope, machine.startAt(), input(ending), now);
                    return visits.run(begun, machine);
                  });
    }
  }

  private static Json input(Execution.Ending ending) {
    JsonObject input = JsonObject.of("Status", Json.of(ending.status().name()));
    if (ending.output().isPresent()) {
      return input.with("Output", ending.output().get());
    }
    JsonObject error = ending.failure().map(Failure::errorOutput).orElse(JsonObject.EMPTY);
    for (Map.Entry<String, Json> member : error.members().entrySet()) {
      input = input.with(member.getKey(), member.getValue());
    }
    return input;
  }

  /** Changes the frame of the task if it has begun. */
  void change(Optional<Execution.Ending> ending, BiFunction<Frame, Machine, Frame> change) {
    frame = frame.map(begun -> change.apply(begun, machine(flow, ending).orElseThrow()));
  }

  /** Cancels the task; the ending of the execution stays as it is. */
  void cancel(Optional<Execution.Ending> ending, String reason) {
    change(
        ending,
        (begun, machine) -> {
          visits.forks().cancel(begun, machine, StepStatus.CANCELLED);
          Failure failure = Failure.of("Cancelled", reason);
          return begun.with(new Activity.Ended(new Outcome.Failed(failure)));
        });
  }
}
