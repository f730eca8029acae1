package dev.pawl.engine.node.runtime;

import dev.pawl.engine.node.time.RuntimeClock;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;

/** Runs work of the engine, now or later, on platform threads that handlers cannot occupy. */
final class EngineExecutor implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(EngineExecutor.class.getName());
  private static final int THREADS = 8;

  /** A longer delay is cut to this; the work then finds nothing due and is scheduled again. */
  private static final Duration MAX_DELAY = Duration.ofDays(1);

  private final ExecutorService threads =
      Executors.newFixedThreadPool(
          THREADS,
          withEngineClassLoader(Thread.ofPlatform().daemon().name("pawl-helper-", 0).factory()));
  private final Executor executor;
  private final RuntimeClock.Alarms alarms;

  EngineExecutor(RuntimeClock clock) {
    this.executor = clock.executor(threads);
    this.alarms =
        clock.alarms(
            withEngineClassLoader(Thread.ofPlatform().daemon().name("pawl-timers").factory()));
  }

  /**
   * A thread is created by whichever thread submits work first, such as a request of a web
   * application. Without this it would inherit that context class loader and prevent its unloading.
   */
  private static ThreadFactory withEngineClassLoader(ThreadFactory factory) {
    return work -> {
      Thread thread = factory.newThread(work);
      thread.setContextClassLoader(EngineExecutor.class.getClassLoader());
      return thread;
    };
  }

  /** Runs work soon; drops it after {@link #close}. */
  void execute(Runnable work) {
    try {
      executor.execute(work);
    } catch (RejectedExecutionException e) {
      LOG.log(Level.DEBUG, "the incarnation has ended; its work is dropped", e);
    }
  }

  /** Runs work after a delay. */
  Future<?> schedule(Duration delay, Runnable work) {
    Duration cut = delay.compareTo(MAX_DELAY) > 0 ? MAX_DELAY : delay;
    return alarms.in(cut.isNegative() ? Duration.ZERO : cut, () -> execute(work));
  }

  /** Stops accepting work; running work finishes. */
  @Override
  public void close() {
    alarms.close();
    threads.shutdown();
  }
}
