package dev.pawl.server.stats;

import dev.pawl.postgres.stats.WorkStats;
import dev.pawl.postgres.stats.WorkStats.WaitingKind;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
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
      @Schema(description = "How much of it is used.", example = "37") long used,
      @Schema(
              description =
                  "Time at which the limit of starts per day is reached if executions keep starting"
                      + " at the rate of the last hour; null if that is not before the day (UTC)"
                      + " ends, if it is reached already, and for other limits.")
          @Nullable Instant reachedAt) {

    /** Returns the limit of starts of a day and when it will be reached at a rate. */
    static LimitView ofDay(long max, long today, long startsInLastHour, Instant now) {
      return new LimitView(
          LimitKind.STARTS_PER_DAY, max, today, reached(max, today, startsInLastHour, now));
    }

    private static @Nullable Instant reached(long max, long today, long perHour, Instant now) {
      if (today >= max || perHour <= 0) {
        return null;
      }
      Instant reached = now.plusSeconds((max - today) * Duration.ofHours(1).toSeconds() / perHour);
      Instant endOfDay = now.truncatedTo(ChronoUnit.DAYS).plus(Duration.ofDays(1));
      return reached.isBefore(endOfDay) ? reached : null;
    }
  }

  /** What limits apply to. */
  enum LimitKind {
    CONCURRENT,
    ACTIVE,
    STARTS_PER_DAY
  }

  /** A resource with tasks that no handler or worker serves. */
  record UnservedView(
      @Schema(description = "The resource.", example = "pdf:render") String resource,
      @Schema(description = "Number of its tasks.", example = "17") long tasks,
      @Schema(description = "Time since which the oldest task waits.") Instant since,
      @Schema(description = "Code of the flow of the oldest task.", example = "claim-intake")
          String flow,
      @Schema(description = "Name of this flow.", example = "Claim intake") String flowName,
      @Schema(
              description = "Id of the execution of the oldest task.",
              example = "019a6f3e-5a31-7c52-9d1f-2b8f64c0e7aa")
          String execution,
      @Schema(
              description =
                  "Number of its tasks at the end of each of 12 equal parts of the time since the"
                      + " oldest task.",
              example = "[1, 1, 2, 4, 5, 7, 8, 9, 11, 13, 15, 17]")
          List<Long> growth) {}

  static WorkView of(
      WorkStats stats, Map<String, String> names, @Nullable LimitView starts, Instant at) {
    List<LimitView> limits =
        stats.limits().stream()
            .map(
                one ->
                    new LimitView(
                        one.kind().equals("active") ? LimitKind.ACTIVE : LimitKind.CONCURRENT,
                        one.max(),
                        one.used(),
                        null))
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
            .map(
                one ->
                    new UnservedView(
                        one.resource(),
                        one.tasks(),
                        one.since(),
                        one.flow(),
                        names.getOrDefault(one.flow(), one.flow()),
                        one.execution().value().toString(),
                        one.growth()))
            .toList(),
        stats.isCapped());
  }
}
