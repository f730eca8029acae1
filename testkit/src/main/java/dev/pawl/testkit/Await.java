package dev.pawl.testkit;

import dev.pawl.engine.node.time.RuntimeClock;
import dev.pawl.testkit.time.TurnedClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Waits in tests for effects of other threads, processes or servers. */
public final class Await {

  /** The maximum time that {@link #until} waits; far longer than needed even on a busy machine. */
  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(60);

  private static final Duration POLL_INTERVAL = Duration.ofMillis(10);

  /** A condition that is expected to become true. */
  @FunctionalInterface
  public interface Condition {
    boolean holds() throws Exception;
  }

  private Await() {}

  /**
   * Returns when the condition holds; checks it every 10 ms.
   *
   * @param description what is waited for; the failure names it
   * @throws AssertionError if the condition does not hold within {@link #DEFAULT_TIMEOUT}, or
   *     throws
   */
  public static void until(String description, Condition condition) {
    until(description, DEFAULT_TIMEOUT, condition);
  }

  /** Returns when the condition holds; fails with the description after the given time. */
  public static void until(String description, Duration atMost, Condition condition) {
    long deadline = System.nanoTime() + atMost.toNanos();
    while (!holds(description, condition)) {
      if (System.nanoTime() >= deadline) {
        throw new AssertionError("not within %s: %s".formatted(atMost, description));
      }
      pause(description);
    }
  }

  /**
   * Returns when the condition holds. A {@link TurnedClock} is advanced until then, by at most
   * {@link #DEFAULT_TIMEOUT} of its own time; with any other clock this waits in real time.
   */
  public static void until(RuntimeClock clock, String description, Condition condition) {
    if (clock instanceof TurnedClock turned) {
      turned.until(description, DEFAULT_TIMEOUT, () -> holds(description, condition));
    } else {
      until(description, condition);
    }
  }

  /**
   * Returns when the condition holds; an exception counts as a condition that does not hold yet,
   * for example while a server starts.
   *
   * @throws AssertionError with the last exception if the condition does not hold within {@link
   *     #DEFAULT_TIMEOUT}
   */
  public static void untilSuccess(String description, Condition condition) {
    untilSuccess(description, DEFAULT_TIMEOUT, condition);
  }

  /**
   * Returns when the condition holds; an exception counts as a condition that does not hold yet.
   *
   * @throws AssertionError with the last exception if the condition does not hold in the given time
   */
  public static void untilSuccess(String description, Duration atMost, Condition condition) {
    List<Exception> last = new ArrayList<>(1);
    try {
      until(description, atMost, () -> holds(condition, last));
    } catch (AssertionError late) {
      last.forEach(late::addSuppressed);
      throw late;
    }
  }

  private static boolean holds(Condition condition, List<Exception> last) {
    last.clear();
    try {
      return condition.holds();
    } catch (Exception notYet) {
      last.add(notYet);
      return false;
    }
  }

  private static boolean holds(String description, Condition condition) {
    try {
      return condition.holds();
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new AssertionError("while waiting for: " + description, e);
    }
  }

  private static void pause(String description) {
    try {
      Thread.sleep(POLL_INTERVAL);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while waiting for: " + description, e);
    }
  }
}
