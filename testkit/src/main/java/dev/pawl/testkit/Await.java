package dev.pawl.testkit;

import java.time.Duration;

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
