package dev.pawl.engine.node;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;

/** The engine's own work, soon or later, on threads that no handler can take away. */
final class Errands implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(Errands.class.getName());
  private static final int THREADS = 8;

  /** An alarm for a later time rings after this long, finds nothing due, and is set again. */
  private static final Duration LONGEST = Duration.ofDays(1);

  private final ExecutorService helpers =
      Executors.newFixedThreadPool(
          THREADS, ofTheEngine(Thread.ofPlatform().daemon().name("pawl-helper-", 0).factory()));
  private final Executor soon;
  private final RuntimeClock.Alarms alarms;

  Errands(RuntimeClock clock) {
    this.soon = clock.executor(helpers);
    this.alarms =
        clock.alarms(ofTheEngine(Thread.ofPlatform().daemon().name("pawl-timers").factory()));
  }

  /**
   * Whoever happens to ask first has the thread made, such as a request of a web application: what
   * that one calls its class loader would be kept by the thread for longer than it lives itself.
   */
  private static ThreadFactory ofTheEngine(ThreadFactory threads) {
    return work -> {
      Thread thread = threads.newThread(work);
      thread.setContextClassLoader(Errands.class.getClassLoader());
      return thread;
    };
  }

  void soon(Runnable work) {
    try {
      soon.execute(work);
    } catch (RejectedExecutionException e) {
      LOG.log(Level.DEBUG, "this life is over", e);
    }
  }

  Future<?> in(Duration time, Runnable work) {
    Duration within = time.compareTo(LONGEST) > 0 ? LONGEST : time;
    return alarms.in(within.isNegative() ? Duration.ZERO : within, () -> soon(work));
  }

  /** Lets what is under way end; nothing new begins. */
  @Override
  public void close() {
    alarms.close();
    helpers.shutdown();
  }
}
