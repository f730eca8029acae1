package dev.pawl.server.explain;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
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
        String release,
    @Schema(
            description =
                "Name of what it waits for: the event, the resource or the system behind a circuit"
                    + " breaker; for a limit, the code of the flow that is limited. Absent for"
                    + " other kinds, and for limits of the whole tenant.",
            example = "charge")
        @Nullable String subject,
    @Schema(
            description = "Up to five executions whose end it waits for.",
            example = "[\"0199f3c2-7a31-7cc4-b0b5-2d1f6f0a9e11\"]")
        List<String> executions) {

  HoldReason {
    executions = List.copyOf(executions);
  }

  /** Creates a reason that holds the execution as a whole. */
  static HoldReason ofAll(HoldKind kind, String what, Optional<Instant> since, String release) {
    return new HoldReason(
        kind, what, null, null, since.orElse(null), null, release, null, List.of());
  }

  /** Returns the reason with what it waits for: a name, and executions that must end. */
  HoldReason about(@Nullable String what, List<String> ends) {
    return new HoldReason(kind, this.what, step, state, since, until, release, what, ends);
  }
}
