package dev.pawl.model;

import dev.pawl.sdk.JsonObject;
import java.time.Duration;
import java.util.Optional;

/**
 * A checked definition that can be executed.
 *
 * @param document the definition as written, including fields that do not affect execution
 * @param machine its states
 * @param timeout maximum duration of an execution; empty if there is no limit
 * @param endTasks what runs once the ending of an execution is decided
 * @param onError what a Task without a matching Catch does when it fails
 */
public record Flow(
    JsonObject document,
    Machine machine,
    Optional<Duration> timeout,
    EndTasks endTasks,
    OnError onError) {

  /** Tasks that run once the ending is decided; each is a machine with one Task state. */
  public record EndTasks(Optional<Machine> onSucceeded, Optional<Machine> onFailed) {
    public static final EndTasks NONE = new EndTasks(Optional.empty(), Optional.empty());
  }

  /** The reaction to an error of a Task that no Catch matches. */
  public enum OnError {
    /** The Task fails its machine. */
    STOP,
    /** The Task is followed by its next state, which finds the error in its input. */
    CONTINUE
  }

  /** Creates a flow without tasks at its end, which stops at errors. */
  public Flow(JsonObject document, Machine machine, Optional<Duration> timeout) {
    this(document, machine, timeout, EndTasks.NONE, OnError.STOP);
  }

  /** Returns the flow of an execution that runs only one machine, such as an item of a Map. */
  public Flow part(Machine inner) {
    return new Flow(document, inner, Optional.empty(), EndTasks.NONE, onError);
  }
}
