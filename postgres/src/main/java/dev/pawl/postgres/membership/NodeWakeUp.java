package dev.pawl.postgres.membership;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Wakes a node that waits for work, on a notification or when a timer is due. */
public final class NodeWakeUp {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition signalled = lock.newCondition();
  private boolean isSignalled;
  private long dueNanos = Long.MAX_VALUE;

  /** Wakes the node because there may be work. */
  public void signal() {
    lock.lock();
    try {
      isSignalled = true;
      signalled.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /**
   * Wakes the node at the given time.
   *
   * @param now the current time on the same clock
   */
  public void expect(Instant at, Instant now) {
    long nanos = System.nanoTime() + Math.max(0, nanos(Duration.between(now, at)));
    lock.lock();
    try {
      if (nanos < dueNanos) {
        dueNanos = nanos;
        signalled.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Clears the expected time; called before a claim, which determines it again. */
  public void clearDueTime() {
    lock.lock();
    try {
      dueNanos = Long.MAX_VALUE;
    } finally {
      lock.unlock();
    }
  }

  /** Blocks until there may be work, at most for the given time. */
  public void await(Duration timeout) throws InterruptedException {
    long end = System.nanoTime() + nanos(timeout);
    lock.lock();
    try {
      while (!isSignalled) {
        long remaining = Math.min(end, dueNanos) - System.nanoTime();
        if (remaining <= 0) {
          if (dueNanos - System.nanoTime() <= 0) {
            dueNanos = Long.MAX_VALUE;
          }
          break;
        }
        signalled.await(remaining, TimeUnit.NANOSECONDS);
      }
      isSignalled = false;
    } finally {
      lock.unlock();
    }
  }

  private static long nanos(Duration duration) {
    return duration.compareTo(Duration.ofDays(1)) > 0
        ? Duration.ofDays(1).toNanos()
        : duration.toNanos();
  }
}
