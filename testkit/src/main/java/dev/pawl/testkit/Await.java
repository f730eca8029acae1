package dev.pawl.testkit;

import dev.pawl.engine.node.RuntimeClock;
import dev.pawl.testkit.time.TurnedClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Waits in tests for what other threads, processes or servers bring about. */
public final class Await {

  /** How long {@link #until} waits at most. Far longer than a busy machine takes. */
  public static final Duration DEADLINE = Duration.ofSeconds(60);

  private static final Duration STEP = Duration.ofMillis(10);

  /** Something that becomes true. */
  @FunctionalInterface
  public interface Condition {
    boolean holds() throws Exception;
  }

  private Await() {}

  /**
   * Returns when the condition holds, looking every 10 ms.
   *
   * @param description what is waited for; the failure names it
   * @throws AssertionError if the condition does not hold within {@link #DEADLINE}, or throws
   */
  public static void until(String description, Condition condition) {
    until(description, DEADLINE, condition);
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
   * The same by that clock: one that is turned by hand is turned until the condition holds, and at
   * most for {@link #DEADLINE} of its time.
   */
  public static void until(RuntimeClock clock, String description, Condition condition) {
    if (clock instanceof TurnedClock turned) {
      turned.until(description, DEADLINE, () -> holds(description, condition));
    } else {
      until(description, condition);
    }
  }

  /**
   * Returns when the condition holds; while it throws an exception, as it may where something is
   * only starting, it does not.
   *
   * @throws AssertionError with the last exception if that does not happen in time
   */
  public static void untilSuccess(String description, Condition condition) {
    untilSuccess(description, DEADLINE, condition);
  }

  /** The same within the given time. */
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
      Thread.sleep(STEP);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted while waiting for: " + description, e);
    }
  }
}
