package dev.pawl.server.failure;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A family with what its executions have in common. */
record FailureDetailView(
    @Schema(description = "The family.") FailureFamilyView family,
    @Schema(description = "The executions that were compared.") FailureSampleView sample,
    @Schema(
            description =
                "What sets the failures apart from executions of the same versions that succeeded,"
                    + " the largest difference of shares first; at most 12.")
        List<FailureFactorView> factors,
    @Schema(description = "The executions that failed last, newest first; at most 10.")
        List<FailureExampleView> examples,
    @Schema(description = "What happened to the family, newest first; at most 100.")
        List<FailureChangeView> history,
    @Schema(description = "Beginning of the period that was counted.") Instant from,
    @Schema(description = "Failures of executions that ended before this time are included.")
        Instant asOf) {

  /** Which executions were compared. */
  record FailureSampleView(
      @Schema(description = "Number of failures that were read, the newest 200.", example = "200")
          int failures,
      @Schema(
              description =
                  "Number of executions that succeeded and were read: the newest 200 of these"
                      + " versions.",
              example = "200")
          int good,
      @Schema(
              description =
                  "Number of executions of these versions that succeeded in the period, among the"
                      + " newest 20,000 of the flow.",
              example = "3904")
          int goodRuns,
      @Schema(
              description =
                  "Versions of the executions that succeeded: those of the failures, or all if none"
                      + " of those succeeded.",
              example = "[7]")
          List<Integer> versions) {}

  /** A failed execution. */
  record FailureExampleView(
      @Schema(
              description = "Id of the execution.",
              example = "0199f3c2-7a31-7cc4-b0b5-2d1f6f0a9e11")
          String execution,
      @Schema(description = "Its business key; absent if it has none.", example = "A-1017")
          @Nullable String businessKey,
      @Schema(description = "Number of its version.", example = "7") int version,
      @Schema(description = "Time at which it ended.") Instant at,
      @Schema(
              description = "Its message; absent if it has none.",
              example = "Card 4711 has insufficient funds")
          @Nullable String cause,
      @Schema(description = "Values of its input that differ between the examples; at most 3.")
          List<InputValueView> values,
      @Schema(description = "True if another execution retries it.") boolean retried) {}

  /** A value of an input. */
  record InputValueView(
      @Schema(description = "Path of the value in the input.", example = "total") String name,
      @Schema(description = "The value, as text or JSON.", example = "1942.50") String value) {}

  /** Something that happened to a family. */
  record FailureChangeView(
      @Schema(description = "Time of the change.") Instant at,
      @Schema(description = "What happened.") FailureChangeKind kind,
      @Schema(
              description = "Who did it; absent if it was the failure of an execution.",
              example = "clerk-1")
          @Nullable String by,
      @Schema(description = "The note given with it.", example = "raise quota with provider")
          @Nullable String note,
      @Schema(
              description = "The assignee, for ASSIGNED; absent if it was removed.",
              example = "clerk-1")
          @Nullable String assignee,
      @Schema(
              description = "The execution whose failure caused it; absent if a person did.",
              example = "0199f3c2-7a31-7cc4-b0b5-2d1f6f0a9e11")
          @Nullable String execution) {}

  /** What can happen to a family. */
  enum FailureChangeKind {
    /** The first execution failed. */
    CREATED,
    /** A person knows of it. */
    KNOWN,
    /** A person resolved it. */
    RESOLVED,
    /** A person opened it again, or an execution failed after it was resolved. */
    REOPENED,
    /** It was assigned, or its assignee was removed. */
    ASSIGNED
  }
}
