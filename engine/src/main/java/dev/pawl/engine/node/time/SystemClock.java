package dev.pawl.engine.node.time;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** The monotonic clock of the machine; the only class of a node that reads it. */
final class SystemClock implements RuntimeClock {

  @Override
  public long nanos() {
    return System.nanoTime();
  }

  @Override
  public void sleep(Duration time) throws InterruptedException {
    Thread.sleep(time);
  }

  @Override
  public Condition condition(ReentrantLock lock) {
    return lock.newCondition();
  }

  @Override
  public Alarms alarms(ThreadFactory threads) {
    ScheduledThreadPoolExecutor timers = new ScheduledThreadPoolExecutor(1, threads);
    timers.setRemoveOnCancelPolicy(true);
    return new Alarms() {
      @Override
      public Future<?> in(Duration delay, Runnable work) {
        try {
          return timers.schedule(work, delay.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException closed) {
          return CompletableFuture.completedFuture(null);
        }
      }

      @Override
      public void close() {
        timers.shutdownNow();
      }
    };
  }
}
