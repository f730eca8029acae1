package dev.pawl.server.failure;

import dev.pawl.server.web.FlowScoped;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Failed executions of a flow that are alike: they failed in the same state with the same error,
 * and with messages that differ in numbers, ids, times and the like only.
 */
record FailureFamilyView(
    @Schema(
            description = "Id of the family; equal failures have the same id for ever.",
            example = "9f2c41d07ab3e865")
        String id,
    @Schema(description = "Code of the flow.", example = "order-checkout") String flow,
    @Schema(
            description = "Name of the flow; its code if it was deleted.",
            example = "Order checkout")
        String flowName,
    @Schema(
            description = "State in which the executions failed; empty if it is not known.",
            example = "Charge card")
        String state,
    @Schema(
            description = "Name of the error; empty if the executions have none.",
            example = "Card.Declined")
        String error,
    @Schema(
            description =
                "Message of the error, in which <n>, <id>, <date>, <host> and the like replace what"
                    + " differs between executions.",
            example = "Card <n> has insufficient funds")
        String message,
    @Schema(
            description = "Message of the execution that failed last; absent if it has none.",
            example = "Card 4711 has insufficient funds")
        @Nullable String cause,
    @Schema(description = "Status of the family.") FailureStatus status,
    @Schema(description = "Number of executions that failed in the period.", example = "312")
        long count,
    @Schema(
            description =
                "Number of those that no execution retries and that still exist, up to 10,000.",
            example = "310")
        int retryable,
    @Schema(description = "The first execution that failed.") FailurePointView first,
    @Schema(description = "The execution that failed last.") FailurePointView last,
    @Schema(description = "Failures of the period by version, most first.")
        List<VersionFailuresView> versions,
    @Schema(description = "Failures over the period.") FailureSeriesView series,
    @Schema(
            description = "Who takes care of the family; absent if it is unassigned.",
            example = "clerk-1")
        @Nullable String assignee,
    @Schema(
            description =
                "Note given with the latest action that had one; absent if there is none.",
            example = "raise quota with provider")
        @Nullable String note,
    @Schema(description = "Time of the latest change of the status.") Instant statusAt,
    @Schema(
            description =
                "Who changed the status last; absent if it was the failure of an execution.",
            example = "clerk-2")
        @Nullable String statusBy,
    @Schema(description = "Time at which it was last resolved; absent if it never was.")
        @Nullable Instant resolvedAt,
    @Schema(
            description = "Who resolved it last; absent if it was never resolved.",
            example = "clerk-2")
        @Nullable String resolvedBy,
    @Schema(
            description =
                "What sets the failures apart most from executions that succeeded; absent if"
                    + " nothing does, or if it is not known yet.")
        @Nullable FailureFactorView headline)
    implements FlowScoped {

  @Override
  public String flowCode() {
    return flow;
  }

  /** Whether people know of a family. */
  enum FailureStatus {
    /** It has not been looked at yet. */
    NEW,
    /** An execution failed after it was resolved, or a person opened it again. */
    REOPENED,
    /** People know of it. */
    KNOWN,
    /** People say that it does not happen any more. */
    RESOLVED
  }

  /** One failure of a family. */
  record FailurePointView(
      @Schema(description = "Time at which the execution ended.") Instant at,
      @Schema(
              description = "Id of the execution, which may have been deleted since.",
              example = "0199f3c2-7a31-7cc4-b0b5-2d1f6f0a9e11")
          String execution,
      @Schema(description = "Number of its version.", example = "7") int version,
      @Schema(description = "Time at which that version was published; absent if it is not known.")
          @Nullable Instant publishedAt) {}

  /** The failures of one version. */
  record VersionFailuresView(
      @Schema(description = "Number of the version.", example = "7") int version,
      @Schema(description = "Number of executions that failed in the period.", example = "312")
          long count) {}

  /** Numbers of failures in equal parts of the period. */
  record FailureSeriesView(
      @Schema(description = "Beginning of the first part, a full hour.") Instant from,
      @Schema(description = "Length of each part in seconds.", example = "21600") int stepSeconds,
      @Schema(
              description = "Number of failures in each part, oldest first.",
              example = "[0, 0, 14, 122, 176]")
          List<Long> counts) {}
}
