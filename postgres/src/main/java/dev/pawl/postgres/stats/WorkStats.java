package dev.pawl.postgres.stats;

import dev.pawl.engine.ExecutionId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What executes and what waits at this moment.
 *
 * @param active number of executions in the memory of nodes
 * @param waiting number of waiting executions by kind, largest first
 * @param limits the concurrency limits of the tenant
 * @param unserved tasks that no worker serves, by resource
 * @param isCapped true if there are more executions than are counted
 */
public record WorkStats(
    long active,
    List<WaitingCount> waiting,
    List<LimitUse> limits,
    List<UnservedResource> unserved,
    boolean isCapped) {

  /** Why executions wait. */
  public enum WaitingKind {
    TIMER,
    EVENT,
    PERSON,
    WORKER,
    CALLBACK,
    CHILD,
    BREAKER,
    PAUSED,
    INCIDENT,
    QUEUED,
    OTHER
  }

  public record WaitingCount(WaitingKind kind, long count) {}

  /**
   * The use of a concurrency limit.
   *
   * @param kind concurrent or active
   */
  public record LimitUse(String kind, int max, long used) {}

  /**
   * Tasks of a resource for which no worker has polled recently.
   *
   * @param since time of the oldest task
   * @param flow the flow of the oldest task
   * @param execution the execution of the oldest task
   * @param growth number of tasks at the end of each of {@value #GROWTH_PARTS} equal parts of the
   *     time since the oldest task
   */
  public record UnservedResource(
      String resource,
      long tasks,
      Instant since,
      String flow,
      ExecutionId execution,
      List<Long> growth) {}

  /** Number of parts into which the growth of waiting tasks is divided. */
  public static final int GROWTH_PARTS = 12;

  /** A publication of a version. */
  public record Publication(
      String flow, int version, Instant at, Optional<String> by, Optional<String> note) {}
}
