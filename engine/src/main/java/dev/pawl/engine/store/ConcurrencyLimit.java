package dev.pawl.engine.store;

import java.time.Duration;
import java.util.Optional;

/**
 * A limit of the number of concurrent executions of a flow or a tenant. An execution needs one
 * concurrency permit for each limit that applies to it.
 *
 * @param atMost the number of permits
 * @param overflow what happens to a start that gets no permit
 * @param queueTimeout how long an execution may wait for its permit before it ends as TIMED_OUT;
 *     empty for no limit
 */
public record ConcurrencyLimit(
    LimitKind kind, int atMost, Overflow overflow, Optional<Duration> queueTimeout) {

  /** The largest allowed number of permits. */
  public static final int MAX_PERMITS = 100_000;

  public static final Duration MAX_QUEUE_TIMEOUT = Duration.ofDays(365);

  /** What a limit counts. */
  public enum LimitKind {
    /**
     * Unfinished executions: running, waiting and paused ones. The permit is taken when the
     * execution starts and released when it ends, wherever it is in between.
     */
    CONCURRENT,
    /**
     * Executions in the memory of a node. The permit is taken when a node takes the execution and
     * released when it parks, ends, or its node is gone.
     */
    ACTIVE
  }

  /** What happens to a start that gets no permit. */
  public enum Overflow {
    /** It is accepted and PENDING until there is a permit. */
    QUEUE,
    /** It is refused; executions that others started, such as children, are queued all the same. */
    REJECT
  }

  public ConcurrencyLimit {
    if (atMost < 0 || atMost > MAX_PERMITS) {
      throw new IllegalArgumentException(
          "a limit is a number from 0 to %d, not %d; to have none, lift it"
              .formatted(MAX_PERMITS, atMost));
    }
    if (kind == LimitKind.ACTIVE && (overflow == Overflow.REJECT || queueTimeout.isPresent())) {
      throw new IllegalArgumentException(
          "overflow and queueTimeout belong to a limit of unfinished executions (concurrent),"
              + " not to one of active executions");
    }
    if (queueTimeout.isPresent()
        && (!queueTimeout.get().isPositive()
            || queueTimeout.get().compareTo(MAX_QUEUE_TIMEOUT) > 0)) {
      throw new IllegalArgumentException(
          "queueTimeout: %s is not between 1 second and %d days"
              .formatted(queueTimeout.get(), MAX_QUEUE_TIMEOUT.toDays()));
    }
  }

  /** Creates a limit of unfinished executions; further starts are queued. */
  public static ConcurrencyLimit concurrent(int atMost) {
    return new ConcurrencyLimit(LimitKind.CONCURRENT, atMost, Overflow.QUEUE, Optional.empty());
  }

  /** Creates a limit of executions in the memory of nodes. */
  public static ConcurrencyLimit active(int atMost) {
    return new ConcurrencyLimit(LimitKind.ACTIVE, atMost, Overflow.QUEUE, Optional.empty());
  }

  /** Returns a copy that rejects starts beyond the limit. */
  public ConcurrencyLimit rejecting() {
    return new ConcurrencyLimit(kind, atMost, Overflow.REJECT, queueTimeout);
  }

  /** Returns a copy with a queue timeout. */
  public ConcurrencyLimit withQueueTimeout(Duration timeout) {
    return new ConcurrencyLimit(kind, atMost, overflow, Optional.of(timeout));
  }

  /** The limits of unfinished executions that apply to an execution. */
  public enum Counting {
    /** None: an item of a distributed Map counts as a part of its parent. */
    NOWHERE,
    /** That of its flow only: its parent waits and may hold the permit of the tenant it needs. */
    FLOW,
    /** That of its flow and that of its tenant. */
    FLOW_AND_TENANT
  }

  /** Returns the limits that apply to an execution. */
  public static Counting counting(ExecutionMetadata info) {
    if (info.parent().isEmpty()) {
      return Counting.FLOW_AND_TENANT;
    }
    return switch (info.parent().get().reply()) {
      case NONE -> Counting.FLOW_AND_TENANT;
      case ITEM -> Counting.NOWHERE;
      case OUTPUT, DESCRIPTION_WITH_TEXT, DESCRIPTION_WITH_JSON -> Counting.FLOW;
    };
  }
}
