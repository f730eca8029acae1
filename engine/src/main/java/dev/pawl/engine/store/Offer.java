package dev.pawl.engine.store;

import dev.pawl.engine.StepId;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Work that nobody on the node of its execution can do, and that anybody may take who can.
 *
 * @param flow the code of the flow it belongs to
 * @param input as JSON text
 * @param timeout when the step will have taken too long
 * @param heartbeat how often the step expects signs of life from whoever works on it
 * @param token what finishes the step, if that is not the end of the work
 */
public record Offer(
    Key key,
    String resource,
    Priority priority,
    String flow,
    byte[] input,
    Optional<Instant> timeout,
    Optional<Duration> heartbeat,
    Optional<String> token) {

  /**
   * Which attempt of which step it is.
   *
   * @param attempt negative where items are read, since results may be written in the same one
   */
  public record Key(ExecutionKey execution, StepId step, int attempt) {}
}
