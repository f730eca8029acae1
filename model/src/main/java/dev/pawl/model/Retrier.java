package dev.pawl.model;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * When and how often to try again.
 *
 * @param maxAttempts how many tries may follow the first one
 */
public record Retrier(
    List<String> errorEquals, int maxAttempts, Duration interval, Backoff backoff, Jitter jitter) {

  public Retrier {
    errorEquals = List.copyOf(errorEquals);
  }

  /** How the delay grows from try to try. */
  public record Backoff(Growth growth, double rate, Optional<Duration> maxDelay) {
    public static final Backoff DEFAULT = new Backoff(Growth.EXPONENTIAL, 2, Optional.empty());
  }

  public enum Growth {
    EXPONENTIAL,
    LINEAR,
    FIXED
  }

  /** Whether the delay is drawn from zero to its full length, so that crowds spread. */
  public enum Jitter {
    NONE,
    FULL
  }
}
