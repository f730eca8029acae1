package dev.pawl.sdk;

import java.time.Duration;
import java.util.Optional;

/**
 * A call of a handler: one attempt of one step.
 *
 * @param resource the resource that the state names
 * @param input the effective input of the state
 * @param idempotencyKey equal for all attempts of the step, different for all other steps; at most
 *     128 characters, all of them letters, digits or one of {@code -._~}
 * @param attempt number of the attempt, from 1
 * @param timeout maximum duration of the attempt; empty if the state sets none
 * @param taskToken token with which another program completes the step; empty if the handler's
 *     result completes it
 * @param heartbeat reports that the handler is alive, and its progress
 * @param origin the step that the call belongs to; empty where a program calls a handler directly
 */
public record HandlerCall(
    String resource,
    Json input,
    String idempotencyKey,
    int attempt,
    Optional<Duration> timeout,
    Optional<String> taskToken,
    Heartbeat heartbeat,
    Optional<Origin> origin) {

  /** Creates a call without heartbeats and origin, for tests and direct calls. */
  public HandlerCall(
      String resource,
      Json input,
      String idempotencyKey,
      int attempt,
      Optional<Duration> timeout,
      Optional<String> taskToken) {
    this(
        resource,
        input,
        idempotencyKey,
        attempt,
        timeout,
        taskToken,
        Heartbeat.NONE,
        Optional.empty());
  }

  /**
   * The step that a call belongs to. A handler needs it for logs and links, never for its work.
   *
   * @param execution the id of the execution
   * @param step the id of the step within its execution, such as {@code /@3}
   * @param flow the code of the flow; empty if the caller does not know it
   */
  public record Origin(String execution, String step, String flow) {}

  /** Reports of a handler that it is still working. */
  @FunctionalInterface
  public interface Heartbeat {

    /** Ignores all heartbeats. */
    Heartbeat NONE = () -> {};

    /** Reports that the handler is still working. */
    void beat();

    /**
     * Reports progress to the people who watch the execution. Only remote workers forward the
     * details; elsewhere this is a plain heartbeat.
     *
     * @param details at most 10,000 characters of JSON
     * @throws IllegalArgumentException if the details are too long
     */
    default void beat(Json details) {
      beat();
    }
  }
}
