package dev.pawl.engine.node.time;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The time source of a node: monotonic time, sleeping, timed waits and scheduled work. Tests pass a
 * clock that they advance themselves. Such a clock must know which threads are busy so that it does
 * not run ahead of them, which is why threads are started through this interface too.
 */
public interface RuntimeClock {

  /** The clock of the machine. */
  RuntimeClock SYSTEM = new SystemClock();

  /** Returns monotonic time in nanoseconds; only differences are meaningful. */
  long nanos();

  /** Blocks the calling thread for the given time. */
  void sleep(Duration time) throws InterruptedException;

  /** Creates a condition of a lock whose timed waits use this clock. */
  Condition condition(ReentrantLock lock);

  /** Creates a scheduler whose delays use this clock. */
  Alarms alarms(ThreadFactory threads);

  /** Waits until a future is complete and returns its value. */
  default <T> T join(CompletableFuture<T> future) {
    return future.join();
  }

  /** Waits until a future is complete, for at most the given time, and returns its value. */
  default <T> T get(CompletableFuture<T> future, Duration atMost)
      throws InterruptedException, ExecutionException, TimeoutException {
    return future.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
  }

  /** Starts a thread of the engine, which blocks only on this clock and its conditions. */
  default Thread start(Thread.Builder threads, Runnable work) {
    return threads.start(work);
  }

  /** Starts a thread that runs foreign code such as a handler, which may block on anything. */
  default Thread call(Thread.Builder threads, Runnable work) {
    return threads.start(work);
  }

  /** Wraps an executor of engine threads, which block only on this clock and its conditions. */
  default Executor executor(Executor threads) {
    return threads;
  }

  /** Runs work after a delay. */
  interface Alarms extends AutoCloseable {

    /**
     * Schedules work.
     *
     * @param work must be short and must not block
     */
    Future<?> in(Duration delay, Runnable work);

    /** Cancels all work that has not started. */
    @Override
    void close();
  }
}
