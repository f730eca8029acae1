package dev.pawl.engine.node;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Does one thing again and again until it is closed. Trouble is told and waited out, a little
 * longer each time and never in step with other nodes; it ends no loop.
 */
final class Loop implements AutoCloseable {

  private static final System.Logger LOG = System.getLogger(Loop.class.getName());
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  private final String name;
  private final Turn turn;
  private final RuntimeClock clock;
  private final long longestPause;
  private final Thread thread;
  private volatile boolean closed;

  /** One turn of a loop; returns how long to wait before the next. */
  @FunctionalInterface
  interface Turn {
    Duration run() throws InterruptedException;
  }

  Loop(String name, RuntimeClock clock, Turn turn) {
    this(name, clock, turn, LONGEST_PAUSE);
  }

  /**
   * @param longestPause how long to wait at most after it failed
   */
  Loop(String name, RuntimeClock clock, Turn turn, Duration longestPause) {
    this.name = name;
    this.clock = clock;
    this.turn = turn;
    this.longestPause = longestPause.toMillis();
    // Not a virtual one: a node keeps its lease whatever handlers do.
    this.thread = clock.start(Thread.ofPlatform().daemon().name("pawl-" + name), this::run);
  }

  private void run() {
    long troubles = 0;
    while (!closed) {
      try {
        Duration pause = turn.run();
        troubles = 0;
        if (!closed) {
          clock.sleep(pause);
        }
      } catch (InterruptedException e) {
        return;
      } catch (RuntimeException e) {
        troubles++;
        if (!closed) {
          LOG.log(Level.WARNING, () -> name + " failed and will be tried again", e);
        }
        if (!pause(Math.min(longestPause, 50L << Math.min(troubles, 10)))) {
          return;
        }
      }
    }
  }

  private boolean pause(long millis) {
    try {
      clock.sleep(
          Duration.ofMillis(millis / 2 + ThreadLocalRandom.current().nextLong(millis / 2 + 1)));
      return true;
    } catch (InterruptedException e) {
      return false;
    }
  }

  /** Lets the turn under way end, but not wait. */
  @Override
  public void close() {
    closed = true;
    if (!Thread.currentThread().equals(thread)) {
      thread.interrupt();
    }
  }
}
