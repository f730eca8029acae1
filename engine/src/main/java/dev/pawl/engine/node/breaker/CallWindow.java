package dev.pawl.engine.node.breaker;

import java.util.concurrent.TimeUnit;

/** Counts the calls of one downstream by this node in the last 30 seconds. Thread-safe. */
final class CallWindow {

  /** How long a call counts. */
  static final int SECONDS = 30;

  /** Fewer calls never open a breaker. */
  static final int MIN_CALLS = 10;

  private final int[] calls = new int[SECONDS];
  private final int[] failures = new int[SECONDS];
  private long second;
  private boolean isClosed;

  /**
   * Creates a window without calls.
   *
   * @param nanos the monotonic clock
   */
  CallWindow(long nanos) {
    second = TimeUnit.NANOSECONDS.toSeconds(nanos);
  }

  /** Counts a success. */
  synchronized void succeeded(long nanos) {
    calls[slot(nanos)]++;
  }

  /** Counts a failure; returns true if the breaker must open now, which ends this window. */
  synchronized boolean failed(long nanos) {
    int slot = slot(nanos);
    calls[slot]++;
    failures[slot]++;
    int total = 0;
    int failed = 0;
    for (int i = 0; i < SECONDS; i++) {
      total += calls[i];
      failed += failures[i];
    }
    boolean opens = !isClosed && total >= MIN_CALLS && failed * 2 >= total;
    isClosed |= opens;
    return opens;
  }

  /** Ends the window: calls that are still in progress count no more. */
  synchronized void close() {
    isClosed = true;
  }

  /** Returns true if no call counts any more, so that the window may be forgotten. */
  synchronized boolean isIdle(long nanos) {
    return TimeUnit.NANOSECONDS.toSeconds(nanos) - second >= SECONDS;
  }

  private int slot(long nanos) {
    long now = Math.max(second, TimeUnit.NANOSECONDS.toSeconds(nanos));
    long from = Math.max(second + 1, now - SECONDS + 1);
    for (long passed = from; passed <= now; passed++) {
      calls[Math.floorMod(passed, SECONDS)] = 0;
      failures[Math.floorMod(passed, SECONDS)] = 0;
    }
    second = now;
    return Math.floorMod(now, SECONDS);
  }
}
