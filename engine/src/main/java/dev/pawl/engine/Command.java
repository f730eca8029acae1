package dev.pawl.engine;

import dev.pawl.model.Distribution;
import dev.pawl.model.Machine;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Something the interpreter asks the runtime to do. Commands are never journalled: what is still to
 * be done follows from the execution ({@link Outstanding}).
 */
public sealed interface Command {

  /** A command that belongs to a step and is answered by facts that name it. */
  sealed interface OfStep extends Command {
    StepId step();
  }

  /** Something a handler does, on a node or elsewhere, and that is answered when it is done. */
  sealed interface Work extends OfStep {
    int attempt();

    Call call();

    /** The attempt, told apart from another call of the same one: negative where items are read. */
    default int number() {
      return attempt();
    }
  }

  /** Call the handler; answered by TaskSucceeded or TaskFailed. */
  record RunTask(StepId step, int attempt, Call call) implements Work {}

  /**
   * What to call and how.
   *
   * @param token finishes the step from outside, where the resource waits for that
   */
  record Call(
      String resource,
      Json input,
      Optional<Duration> timeout,
      Optional<Duration> heartbeat,
      Optional<String> token) {

    static Call untimed(String resource, Json input) {
      return new Call(resource, input, Optional.empty(), Optional.empty(), Optional.empty());
    }
  }

  /** Read the items of a distributed Map from that one on; answered by ItemsRead or TaskFailed. */
  record ReadItems(StepId step, int attempt, Source source, int offset) implements Work {

    /** In the same attempt results may be written, and who read must never answer for that. */
    @Override
    public int number() {
      return -attempt;
    }

    /** Reading takes as long as it takes. */
    @Override
    public Call call() {
      return Call.untimed(source.resource(), source.arguments());
    }
  }

  /** Where items come from. */
  record Source(
      String resource,
      Json arguments,
      Distribution.ItemReader.Format format,
      OptionalInt maxItems) {}

  /** Write the results of a distributed Map; answered by TaskSucceeded or TaskFailed. */
  record WriteResults(
      StepId step,
      int attempt,
      Distribution.ResultWriter writer,
      Json arguments,
      List<Json> results)
      implements Work {

    /** Under which name a handler gets the results, beside its arguments. */
    public static final String RESULTS = "Results";

    @Override
    public Call call() {
      JsonObject known = arguments instanceof JsonObject named ? named : JsonObject.EMPTY;
      return Call.untimed(
          writer.resource().orElseThrow(), known.with(RESULTS, JsonArray.of(results)));
    }
  }

  /**
   * Run an item of a distributed Map as an execution of its own; answered by ChildEnded.
   *
   * @param context what its context object says about the item
   */
  record StartChild(StepId step, int index, Machine machine, Json input, JsonObject context)
      implements OfStep {}

  /** Answered by TimerFired at that time or later. */
  record SetTimer(StepId step, int attempt, Instant at) implements OfStep {}

  /** Hand over EventArrived facts of that name. */
  record AwaitEvent(StepId step, String name) implements OfStep {}

  /** Put the step before a person; answered by HumanActed. */
  record OpenHumanTask(StepId step, String state, String title, Json assignees, Json input)
      implements OfStep {}

  /** Whatever was asked for this step is not wanted any more. */
  record Abandon(StepId step) implements OfStep {}

  /** The execution has ended. */
  record Finish(Status status, Optional<Json> output, Optional<Failure> failure)
      implements Command {}
}
