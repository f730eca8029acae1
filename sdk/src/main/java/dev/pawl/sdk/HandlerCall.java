package dev.pawl.sdk;

import java.time.Duration;
import java.util.Optional;

/**
 * One attempt of one step.
 *
 * @param resource the key by which the state named the handler
 * @param input the effective input of the state
 * @param idempotencyKey equal for all attempts of the step, different for all other steps; at most
 *     128 characters, all of them letters, digits or one of {@code -._~}
 * @param attempt 1 for the first try
 * @param timeout how long the handler may take, if the state says so
 * @param taskToken what finishes the step from outside, if the state waits for that
 * @param heartbeat how the handler says that it is alive, if the state expects that
 */
public record HandlerCall(
    String resource,
    Json input,
    String idempotencyKey,
    int attempt,
    Optional<Duration> timeout,
    Optional<String> taskToken,
    Heartbeat heartbeat) {

  /** A call of a state that expects no signs of life. */
  public HandlerCall(
      String resource,
      Json input,
      String idempotencyKey,
      int attempt,
      Optional<Duration> timeout,
      Optional<String> taskToken) {
    this(resource, input, idempotencyKey, attempt, timeout, taskToken, Heartbeat.NONE);
  }

  /** Says that the work goes on. */
  @FunctionalInterface
  public interface Heartbeat {

    /** Nobody listens. */
    Heartbeat NONE = () -> {};

    void beat();
  }
}
