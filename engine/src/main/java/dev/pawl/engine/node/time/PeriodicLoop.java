package dev.pawl.engine.node.time;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Runs a task repeatedly on its own thread until it is closed. An exception is logged and followed
 * by a pause with exponential backoff and jitter; it does not end the loop.
 */
public final class PeriodicLoop implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(PeriodicLoop.class.getName());
  private static final Duration MAX_BACKOFF = Duration.ofSeconds(5);

  private final String name;
  private final Task task;
  private final RuntimeClock clock;
  private final long maxBackoffMillis;
  private final Thread thread;
  private volatile boolean closed;

  /** The task of a loop. */
  @FunctionalInterface
  public interface Task {

    /** Runs once and returns the pause before the next run. */
    Duration run() throws InterruptedException;
  }

  /** Starts a loop that backs off for at most five seconds after a failure. */
  public PeriodicLoop(String name, RuntimeClock clock, Task task) {
    this(name, clock, task, MAX_BACKOFF);
  }

  /**
   * Starts a loop.
   *
   * @param maxBackoff the longest pause after a failure
   */
  public PeriodicLoop(String name, RuntimeClock clock, Task task, Duration maxBackoff) {
    this.name = name;
    this.clock = clock;
    this.task = task;
    this.maxBackoffMillis = maxBackoff.toMillis();
    // A platform thread: handlers that occupy all carriers must not delay the lease renewal.
    this.thread = clock.start(Thread.ofPlatform().daemon().name("pawl-" + name), this::run);
  }

  private void run() {
    long failures = 0;
    while (!closed) {
      try {
        Duration pause = task.run();
        failures = 0;
        if (!closed) {
          clock.sleep(pause);
        }
      } catch (InterruptedException e) {
        return;
      } catch (RuntimeException e) {
        failures++;
        if (!closed) {
          LOG.log(Level.WARNING, () -> name + " failed and is retried", e);
        }
        if (!backOff(Math.min(maxBackoffMillis, 50L << Math.min(failures, 10)))) {
          return;
        }
      }
    }
  }

  private boolean backOff(long millis) {
    try {
      clock.sleep(
          Duration.ofMillis(millis / 2 + ThreadLocalRandom.current().nextLong(millis / 2 + 1)));
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }

  /** Ends the loop: a run in progress finishes, a pause is interrupted. */
  @Override
  public void close() {
    closed = true;
    if (!Thread.currentThread().equals(thread)) {
      thread.interrupt();
    }
  }
}
