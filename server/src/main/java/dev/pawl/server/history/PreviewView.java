package dev.pawl.server.history;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an action would do to an execution, computed without doing it. */
record PreviewView(
    @Schema(description = "The action.", example = "send-back") String action,
    @Schema(description = "True if the execution would apply the action now.") boolean allowed,
    @Schema(
            description = "Why it would not; absent if it would.",
            example = "the execution has ended")
        @Nullable String objection,
    @Schema(description = "Version of the flow that runs afterwards.", example = "3")
        @Nullable Integer version,
    @Schema(description = "Completed steps that would no longer count, latest first.")
        List<AffectedStep> undone,
    @Schema(description = "Steps that would be compensated, in the order of compensation.")
        List<AffectedStep> compensated,
    @Schema(description = "Steps in progress that would be cancelled.")
        List<AffectedStep> cancelled,
    @Schema(description = "States that would run next.", example = "[\"Charge\"]")
        List<String> next) {

  /** A step that the action affects. */
  record AffectedStep(
      @Schema(description = "Id of the step within the execution.", example = "/@3") String step,
      @Schema(description = "Name of the state.", example = "Charge") String state) {}
}
