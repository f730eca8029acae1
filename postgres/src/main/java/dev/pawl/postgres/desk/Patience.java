package dev.pawl.postgres.desk;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Waits longer and longer between attempts, never twice the same time, while the lease may hold.
 */
public final class Patience {

  private static final long FIRST = Duration.ofMillis(5).toMillis();
  private static final long LONGEST = Duration.ofSeconds(1).toMillis();

  private final Lease lease;
  private long millis = FIRST;

  public Patience(Lease lease) {
    this.lease = lease;
  }

  /**
   * @throws dev.pawl.engine.store.ExpelledException if waiting any longer is in vain
   */
  public void await() throws InterruptedException {
    lease.checkTime();
    Thread.sleep(ThreadLocalRandom.current().nextLong(millis / 2, millis + 1));
    millis = Math.min(LONGEST, millis * 2);
  }
}
