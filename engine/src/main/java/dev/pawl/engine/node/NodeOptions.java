package dev.pawl.engine.node;

import java.time.Duration;
import java.util.Optional;

/**
 * How a node behaves.
 *
 * @param name how people know it
 * @param maxOwned how many executions it holds in memory; what is started beyond that waits in the
 *     store for any node that has room
 * @param maxCalls how many handlers run at the same time
 * @param maxQueued how many commits may wait for a writer before starts are refused
 * @param poll how often it looks for work of its own accord
 * @param grace how long handlers may go on when the node is closed
 * @param audit how often to look for executions that nothing would wake
 * @param retention how long after its start a finished execution is kept; for ever if empty
 * @param storeWait how long a start waits for a store that cannot be reached
 */
public record NodeOptions(
    String name,
    int maxOwned,
    int maxCalls,
    int maxQueued,
    Duration poll,
    Duration grace,
    Duration audit,
    Optional<Duration> retention,
    Duration storeWait) {

  /** Long enough for a store that starts again, or that is replaced by its standby. */
  private static final Duration USUAL_STORE_WAIT = Duration.ofSeconds(30);

  private static final int MOST_OWNED = 20_000;
  private static final int FEWEST_OWNED = 500;

  /** A small execution with a call under way takes a fourth of it. */
  private static final long HEAP_PER_OWNED = 64 * 1024;

  public static final NodeOptions DEFAULT =
      new NodeOptions(
          "node",
          roomIn(Runtime.getRuntime().maxMemory()),
          50_000,
          50_000,
          Duration.ofMillis(200),
          Duration.ofSeconds(5),
          Duration.ofMinutes(1),
          Optional.empty());

  public NodeOptions {
    if (maxOwned < 1 || maxCalls < 1 || maxQueued < 1) {
      throw new IllegalArgumentException(
          "a node needs room for an execution, a call and a write: maxOwned %d, maxCalls %d, maxQueued %d"
              .formatted(maxOwned, maxCalls, maxQueued));
    }
    if (!isPositive(storeWait)) {
      throw new IllegalArgumentException(
          "storeWait is %s; it must be longer than zero".formatted(storeWait));
    }
    if (!isPositive(poll) || !isPositive(audit) || grace.isNegative()) {
      throw new IllegalArgumentException(
          "a node looks for work and audits now and then, and has no time to lose: poll %s, audit %s, grace %s"
              .formatted(poll, audit, grace));
    }
    if (retention.filter(time -> !isPositive(time)).isPresent()) {
      throw new IllegalArgumentException(
          "a retention of %s would forget everything at once".formatted(retention.get()));
    }
  }

  /** With the usual time to wait for a store that cannot be reached. */
  public NodeOptions(
      String name,
      int maxOwned,
      int maxCalls,
      int maxQueued,
      Duration poll,
      Duration grace,
      Duration audit,
      Optional<Duration> retention) {
    this(name, maxOwned, maxCalls, maxQueued, poll, grace, audit, retention, USUAL_STORE_WAIT);
  }

  private static boolean isPositive(Duration time) {
    return !time.isNegative() && !time.isZero();
  }

  /**
   * How many executions to hold in a heap of that size: when very many wake at once, a node that
   * takes more than it has room for does nothing but collect garbage until it loses its lease.
   */
  static int roomIn(long heapBytes) {
    return Math.clamp(heapBytes / HEAP_PER_OWNED, FEWEST_OWNED, MOST_OWNED);
  }

  public NodeOptions named(String newName) {
    return new NodeOptions(
        newName, maxOwned, maxCalls, maxQueued, poll, grace, audit, retention, storeWait);
  }

  public NodeOptions withMaxOwned(int executions) {
    return new NodeOptions(
        name, executions, maxCalls, maxQueued, poll, grace, audit, retention, storeWait);
  }

  public NodeOptions withMaxCalls(int calls) {
    return new NodeOptions(
        name, maxOwned, calls, maxQueued, poll, grace, audit, retention, storeWait);
  }

  public NodeOptions withMaxQueued(int writes) {
    return new NodeOptions(
        name, maxOwned, maxCalls, writes, poll, grace, audit, retention, storeWait);
  }

  public NodeOptions withGrace(Duration time) {
    return new NodeOptions(
        name, maxOwned, maxCalls, maxQueued, poll, time, audit, retention, storeWait);
  }

  public NodeOptions withRetention(Duration time) {
    return new NodeOptions(
        name, maxOwned, maxCalls, maxQueued, poll, grace, audit, Optional.of(time), storeWait);
  }

  public NodeOptions withStoreWait(Duration time) {
    return new NodeOptions(
        name, maxOwned, maxCalls, maxQueued, poll, grace, audit, retention, time);
  }
}
