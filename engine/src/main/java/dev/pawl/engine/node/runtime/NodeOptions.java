package dev.pawl.engine.node.runtime;

import java.time.Duration;
import java.util.Optional;

/**
 * The options of a node.
 *
 * @param name the name of the node for people
 * @param maxOwned the maximum number of executions in memory; further ones wait in the store for a
 *     node with free capacity
 * @param maxCalls the maximum number of concurrent handler calls
 * @param maxQueued the number of queued commits above which starts are refused
 * @param poll the interval at which the node looks for work without a notification
 * @param grace how long handlers may continue when the node is closed
 * @param audit the interval of the audit for executions that nothing would wake
 * @param retention how long after its start a finished execution is kept; empty keeps it for ever
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

  /** Long enough for a restart of the database or a failover to its standby. */
  private static final Duration DEFAULT_STORE_WAIT = Duration.ofSeconds(30);

  private static final int MAX_DEFAULT_OWNED = 20_000;
  private static final int MIN_DEFAULT_OWNED = 500;

  /** Four times the memory of a small execution with a handler call in progress. */
  private static final long HEAP_BYTES_PER_OWNED = 64 * 1024;

  /** The default options. */
  public static final NodeOptions DEFAULT =
      new NodeOptions(
          "node",
          ownedFor(Runtime.getRuntime().maxMemory()),
          50_000,
          50_000,
          Duration.ofMillis(200),
          Duration.ofSeconds(5),
          Duration.ofMinutes(1),
          Optional.empty());

  public NodeOptions {
    if (maxOwned < 1 || maxCalls < 1 || maxQueued < 1) {
      throw new IllegalArgumentException(
          "maxOwned %d, maxCalls %d, maxQueued %d: each must be at least 1"
              .formatted(maxOwned, maxCalls, maxQueued));
    }
    if (!isPositive(storeWait)) {
      throw new IllegalArgumentException(
          "storeWait: %s must be longer than zero".formatted(storeWait));
    }
    if (!isPositive(poll) || !isPositive(audit) || grace.isNegative()) {
      throw new IllegalArgumentException(
          "poll %s, audit %s, grace %s: poll and audit must be longer than zero, grace not negative"
              .formatted(poll, audit, grace));
    }
    if (retention.filter(time -> !isPositive(time)).isPresent()) {
      throw new IllegalArgumentException(
          "retention: %s must be longer than zero; omit it to keep executions forever"
              .formatted(retention.get()));
    }
  }

  /** Creates options with the default {@code storeWait} of 30 seconds. */
  public NodeOptions(
      String name,
      int maxOwned,
      int maxCalls,
      int maxQueued,
      Duration poll,
      Duration grace,
      Duration audit,
      Optional<Duration> retention) {
    this(name, maxOwned, maxCalls, maxQueued, poll, grace, audit, retention, DEFAULT_STORE_WAIT);
  }

  private static boolean isPositive(Duration time) {
    return !time.isNegative() && !time.isZero();
  }

  /**
   * Returns the default for {@code maxOwned}. When very many executions wake at once, a node that
   * takes more than its heap holds spends its time in garbage collection until it loses its lease.
   */
  static int ownedFor(long heapBytes) {
    return Math.clamp(heapBytes / HEAP_BYTES_PER_OWNED, MIN_DEFAULT_OWNED, MAX_DEFAULT_OWNED);
  }

  /** Returns a copy with another name. */
  public NodeOptions named(String newName) {
    return new NodeOptions(
        newName, maxOwned, maxCalls, maxQueued, poll, grace, audit, retention, storeWait);
  }

  /** Returns a copy with another limit of executions in memory. */
  public NodeOptions withMaxOwned(int executions) {
    return new NodeOptions(
        name, executions, maxCalls, maxQueued, poll, grace, audit, retention, storeWait);
  }

  /** Returns a copy with another limit of handler calls. */
  public NodeOptions withMaxCalls(int calls) {
    return new NodeOptions(
        name, maxOwned, calls, maxQueued, poll, grace, audit, retention, storeWait);
  }

  /** Returns a copy with another limit of queued commits. */
  public NodeOptions withMaxQueued(int writes) {
    return new NodeOptions(
        name, maxOwned, maxCalls, writes, poll, grace, audit, retention, storeWait);
  }

  /** Returns a copy with another grace time. */
  public NodeOptions withGrace(Duration time) {
    return new NodeOptions(
        name, maxOwned, maxCalls, maxQueued, poll, time, audit, retention, storeWait);
  }

  /** Returns a copy with another retention. */
  public NodeOptions withRetention(Duration time) {
    return new NodeOptions(
        name, maxOwned, maxCalls, maxQueued, poll, grace, audit, Optional.of(time), storeWait);
  }

  /** Returns a copy with another store wait. */
  public NodeOptions withStoreWait(Duration time) {
    return new NodeOptions(
        name, maxOwned, maxCalls, maxQueued, poll, grace, audit, retention, time);
  }
}
