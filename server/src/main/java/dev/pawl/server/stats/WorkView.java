package dev.pawl.server.stats;

import dev.pawl.postgres.stats.WorkStats;
import dev.pawl.postgres.stats.WorkStats.WaitingKind;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What executes and waits now. */
record WorkView(
    @Schema(description = "Time of the numbers.") Instant at,
    @Schema(description = "Number of executions in the memory of nodes.", example = "37")
        long active,
    @Schema(
            description = "Number of executions that wait for a node or a concurrency permit.",
            example = "0")
        long queued,
    @Schema(description = "Number of parked executions by what they wait for, largest first.")
        List<WaitingView> waiting,
    @Schema(description = "Limits of the tenant and their use.") List<LimitView> limits,
    @Schema(description = "Resources with tasks that no worker has polled for in five minutes.")
        List<UnservedView> unserved,
    @Schema(
            description =
                "True if there are more than 100000 executions; the others are not counted.")
        boolean capped) {

  /** The number of executions that wait for one kind of thing. */
  record WaitingView(
      @Schema(
              description =
                  "What they wait for. TIMER includes delays before a retry; an execution that"
                      + " waits for something with a deadline counts for that. CALLBACK is a task"
                      + " token, PAUSED a person who resumes it, INCIDENT a repair.")
          WaitingKind kind,
      @Schema(description = "Number of executions.", example = "88") long count) {}

  /** A limit and its use. */
  record LimitView(
      @Schema(description = "What is limited.") LimitKind kind,
      @Schema(description = "The limit.", example = "50") long max,
      @Schema(description = "How much of it is used.", example = "37") long used) {}

  /** What limits apply to. */
  enum LimitKind {
    CONCURRENT,
    ACTIVE,
    STARTS_PER_DAY
  }

  /** A resource with tasks that nobody serves. */
  record UnservedView(
      @Schema(description = "The resource.", example = "pdf:render") String resource,
      @Schema(description = "Number of its tasks.", example = "17") long tasks,
      @Schema(description = "Time since which the oldest task waits.") Instant since,
      @Schema(description = "Code of the flow of the oldest task.", example = "claim-intake")
          String flow) {}

  static WorkView of(WorkStats stats, @Nullable LimitView starts, Instant at) {
    List<LimitView> limits =
        stats.limits().stream()
            .map(
                one ->
                    new LimitView(
                        one.kind().equals("active") ? LimitKind.ACTIVE : LimitKind.CONCURRENT,
                        one.max(),
                        one.used()))
            .toList();
    return new WorkView(
        at,
        stats.active(),
        stats.waiting().stream()
            .filter(one -> one.kind() == WaitingKind.QUEUED)
            .mapToLong(WorkStats.WaitingCount::count)
            .sum(),
        stats.waiting().stream()
            .filter(one -> one.kind() != WaitingKind.QUEUED)
            .map(one -> new WaitingView(one.kind(), one.count()))
            .toList(),
        starts == null ? limits : Stream.concat(limits.stream(), Stream.of(starts)).toList(),
        stats.unserved().stream()
            .map(one -> new UnservedView(one.resource(), one.tasks(), one.since(), one.flow()))
            .toList(),
        stats.isCapped());
  }
}
