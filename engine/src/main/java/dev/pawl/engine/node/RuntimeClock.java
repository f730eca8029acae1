package dev.pawl.engine.node;

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
 * The time in which a node lives. All that a node does by time, it does by this one: it reads it,
 * sleeps, waits with a limit and sets alarms. In tests another one can be handed in, which is
 * turned by hand; such a clock has to know who is at work, so that it does not run ahead of them.
 * That is why threads are started here too.
 */
public interface RuntimeClock {

  /** The time of the machine. */
  RuntimeClock SYSTEM = new SystemClock();

  /** A reading that never goes back; only differences mean something. */
  long nanos();

  void sleep(Duration time) throws InterruptedException;

  /** A condition of that lock; waiting for it with a limit goes by this time. */
  Condition condition(ReentrantLock lock);

  /** Alarms that ring by this time. */
  Alarms alarms(ThreadFactory threads);

  /** Returns when that is complete. */
  default <T> T join(CompletableFuture<T> future) {
    return future.join();
  }

  /** What that is complete with, if it is within that time. */
  default <T> T get(CompletableFuture<T> future, Duration atMost)
      throws InterruptedException, ExecutionException, TimeoutException {
    return future.get(atMost.toNanos(), TimeUnit.NANOSECONDS);
  }

  /**
   * Begins work of the node's own, which waits for nothing but time and conditions of this clock.
   */
  default Thread start(Thread.Builder threads, Runnable work) {
    return threads.start(work);
  }

  /** Begins a call of what somebody else wrote, which may wait for anything. */
  default Thread call(Thread.Builder threads, Runnable work) {
    return threads.start(work);
  }

  /** The same executor for work of the node's own. */
  default Executor executor(Executor threads) {
    return threads;
  }

  /** What is to be done later. */
  interface Alarms extends AutoCloseable {

    /**
     * @param work must not take long, and must not wait
     */
    Future<?> in(Duration time, Runnable work);

    /** None of them rings any more. */
    @Override
    void close();
  }
}
