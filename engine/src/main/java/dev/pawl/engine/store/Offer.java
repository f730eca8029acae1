package dev.pawl.engine.store;

import dev.pawl.engine.StepId;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Work for which the node of its execution has no handler, published for workers and other nodes.
 *
 * @param flow the code of the flow
 * @param input as JSON text
 * @param config the settings of the handler as JSON text, with references to secrets
 * @param timeout when the step times out
 * @param heartbeat the interval in which the step expects heartbeats
 * @param token the task token that completes the step, if the end of the work does not
 */
public record Offer(
    Key key,
    String resource,
    Priority priority,
    String flow,
    byte[] input,
    Optional<byte[]> config,
    Optional<Instant> timeout,
    Optional<Duration> heartbeat,
    Optional<String> token) {

  /**
   * The attempt of a step that an offer is for.
   *
   * @param attempt negative for reading items, because the same attempt may also write results
   */
  public record Key(ExecutionKey execution, StepId step, int attempt) {}
}
