package dev.pawl.model;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The retry policy for a set of errors.
 *
 * @param maxAttempts maximum number of attempts after the first one
 */
public record Retrier(
    List<String> errorEquals, int maxAttempts, Duration interval, Backoff backoff, Jitter jitter) {

  public Retrier {
    errorEquals = List.copyOf(errorEquals);
  }

  /** The growth of the delay from attempt to attempt. */
  public record Backoff(Growth growth, double rate, Optional<Duration> maxDelay) {
    public static final Backoff DEFAULT = new Backoff(Growth.EXPONENTIAL, 2, Optional.empty());
  }

  public enum Growth {
    EXPONENTIAL,
    LINEAR,
    FIXED
  }

  /** The randomization of delays; FULL draws them between zero and the full delay. */
  public enum Jitter {
    NONE,
    FULL
  }
}
