package dev.pawl.client.http;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** Pauses between retries: each up to twice as long as the one before, with jitter. */
public final class Backoff {

  private static final Duration FIRST_PAUSE = Duration.ofMillis(200);
  private static final Duration MAX_PAUSE = Duration.ofSeconds(15);

  private Duration next = FIRST_PAUSE;

  /** Starts again with the shortest pause. */
  public void reset() {
    next = FIRST_PAUSE;
  }

  /** Returns the next pause: between half of its length and all of it. */
  public Duration next() {
    long millis = next.toMillis();
    Duration twice = next.multipliedBy(2);
    next = twice.compareTo(MAX_PAUSE) < 0 ? twice : MAX_PAUSE;
    return Duration.ofMillis(ThreadLocalRandom.current().nextLong(millis / 2, millis + 1));
  }
}
