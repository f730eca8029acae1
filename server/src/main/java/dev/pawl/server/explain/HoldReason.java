package dev.pawl.server.explain;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One reason why an execution does not proceed. */
record HoldReason(
    @Schema(description = "Kind of the reason; these words do not change.") HoldKind kind,
    @Schema(
            description = "The reason in a sentence.",
            example = "no worker has asked for the resource charge in the last 5 minutes")
        String what,
    @Schema(description = "Id of the step that waits, if one does.", example = "/@3")
        @Nullable String step,
    @Schema(description = "Name of the state of that step.", example = "Charge")
        @Nullable String state,
    @Schema(description = "Time at which the wait began.") @Nullable Instant since,
    @Schema(description = "Time at which the wait ends by itself, if that is known.")
        @Nullable Instant until,
    @Schema(
            description = "Action that lets the execution proceed.",
            example = "start a worker for the resource charge")
        String release) {

  /** Creates a reason that holds the execution as a whole. */
  static HoldReason ofAll(HoldKind kind, String what, Optional<Instant> since, String release) {
    return new HoldReason(kind, what, null, null, since.orElse(null), null, release);
  }
}
