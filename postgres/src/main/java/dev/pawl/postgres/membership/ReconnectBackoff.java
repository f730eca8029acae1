package dev.pawl.postgres.membership;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Waits between attempts with exponential backoff and jitter, as long as the lease may be valid.
 */
public final class ReconnectBackoff {

  private static final long MIN_DELAY_MILLIS = Duration.ofMillis(5).toMillis();
  private static final long MAX_DELAY_MILLIS = Duration.ofSeconds(1).toMillis();

  private final NodeLease lease;
  private long delayMillis = MIN_DELAY_MILLIS;

  public ReconnectBackoff(NodeLease lease) {
    this.lease = lease;
  }

  /**
   * Waits before the next attempt.
   *
   * @throws dev.pawl.engine.store.ExpelledException if the lease is lost or must have lapsed
   */
  public void await() throws InterruptedException {
    lease.checkTime();
    Thread.sleep(ThreadLocalRandom.current().nextLong(delayMillis / 2, delayMillis + 1));
    delayMillis = Math.min(MAX_DELAY_MILLIS, delayMillis * 2);
  }
}
