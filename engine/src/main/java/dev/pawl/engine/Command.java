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
 * An instruction of the interpreter to the runtime. Commands are never journalled: the outstanding
 * ones follow from the execution ({@link OutstandingCommands}).
 */
public sealed interface Command {

  /** A command that belongs to a step; the facts that answer it name the step. */
  sealed interface OfStep extends Command {
    StepId step();
  }

  /** Work of a handler, on a node or in a remote worker. */
  sealed interface Work extends OfStep {
    int attempt();

    Call call();

    /** Returns a number that is unique per call of an attempt; negative for reading items. */
    default int number() {
      return attempt();
    }
  }

  /** Calls the handler; answered by TaskSucceeded or TaskFailed. */
  record RunTask(StepId step, int attempt, Call call) implements Work {}

  /**
   * The arguments of a handler call.
   *
   * @param config settings of the handler, whose secrets are references until the handler is
   *     called; empty if the state has none
   * @param token task token with which another program completes the step; empty if the handler
   *     does
   */
  record Call(
      String resource,
      Json input,
      Optional<Json> config,
      Optional<Duration> timeout,
      Optional<Duration> heartbeat,
      Optional<String> token) {

    static Call untimed(String resource, Json input) {
      return new Call(
          resource, input, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
    }
  }

  /** Reads items of a distributed Map from an offset on; answered by ItemsRead or TaskFailed. */
  record ReadItems(StepId step, int attempt, Source source, int offset) implements Work {

    /** Returns the negative attempt, as {@link WriteResults} may belong to the same attempt. */
    @Override
    public int number() {
      return -attempt;
    }

    /** Returns a call without timeout. */
    @Override
    public Call call() {
      return Call.untimed(source.resource(), source.arguments());
    }
  }

  /** The source of items. */
  record Source(
      String resource,
      Json arguments,
      Distribution.ItemReader.Format format,
      OptionalInt maxItems) {}

  /** Writes the results of a distributed Map; answered by TaskSucceeded or TaskFailed. */
  record WriteResults(
      StepId step,
      int attempt,
      Distribution.ResultWriter writer,
      Json arguments,
      List<Json> results)
      implements Work {

    /** The member of the handler's input that contains the results. */
    public static final String RESULTS = "Results";

    @Override
    public Call call() {
      JsonObject known = arguments instanceof JsonObject named ? named : JsonObject.EMPTY;
      return Call.untimed(
          writer.resource().orElseThrow(), known.with(RESULTS, JsonArray.of(results)));
    }
  }

  /**
   * Runs an item of a distributed Map as a child execution; answered by ChildEnded.
   *
   * @param context members of its context object that describe the item
   */
  record StartChild(StepId step, int index, Machine machine, Json input, JsonObject context)
      implements OfStep {}

  /** Sets a timer; answered by TimerFired at that time or later. */
  record SetTimer(StepId step, int attempt, Instant at) implements OfStep {}

  /** Waits for an event; answered by EventArrived with that name. */
  record AwaitEvent(StepId step, String name) implements OfStep {}

  /** Offers the step to people; answered by HumanActed. */
  record OpenHumanTask(StepId step, String state, String title, Json assignees, Json input)
      implements OfStep {}

  /** Cancels all earlier commands of the step. */
  record Abandon(StepId step) implements OfStep {}

  /** Ends the execution. */
  record Finish(Status status, Optional<Json> output, Optional<Failure> failure)
      implements Command {}
}
