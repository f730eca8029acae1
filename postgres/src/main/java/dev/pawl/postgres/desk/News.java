package dev.pawl.postgres.desk;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Wakes a node that waits for something to do: by word from others, or when a timer rings. */
public final class News {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition told = lock.newCondition();
  private boolean any;
  private long due = Long.MAX_VALUE;

  /** There may be something. */
  public void tell() {
    lock.lock();
    try {
      any = true;
      told.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** There will be something at that time. */
  public void expect(Instant at, Instant now) {
    long nanos = System.nanoTime() + Math.max(0, nanos(Duration.between(now, at)));
    lock.lock();
    try {
      if (nanos < due) {
        due = nanos;
        told.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Forgets when timers ring, before somebody looks. */
  public void look() {
    lock.lock();
    try {
      due = Long.MAX_VALUE;
    } finally {
      lock.unlock();
    }
  }

  public void await(Duration atMost) throws InterruptedException {
    long end = System.nanoTime() + nanos(atMost);
    lock.lock();
    try {
      while (!any) {
        long left = Math.min(end, due) - System.nanoTime();
        if (left <= 0) {
          if (due - System.nanoTime() <= 0) {
            due = Long.MAX_VALUE;
          }
          break;
        }
        told.await(left, TimeUnit.NANOSECONDS);
      }
      any = false;
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
