package dev.pawl.server.trigger;

import dev.pawl.triggers.config.TriggerActivity.TriggerStarts;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What a trigger has started recently. */
record StartsView(
    @Schema(description = "Number of executions that it has started.", example = "412") int count,
    @Schema(
            description = "True if the flow has run so often that older starts were not counted.",
            example = "false")
        boolean lowerBound,
    @Schema(description = "Time of the last start; absent if there was none.")
        @Nullable Instant lastAt,
    @Schema(
            description = "Execution that was started last; absent if there was none.",
            example = "0199f3c2-7a31-7cc4-b0b5-2d1f6f0a9e11")
        @Nullable UUID last) {

  /** The time that is counted. */
  static final Duration PERIOD = Duration.ofDays(1);

  static final StartsView NONE = new StartsView(0, false, null, null);

  static StartsView of(@Nullable TriggerStarts starts) {
    return starts == null
        ? NONE
        : new StartsView(starts.count(), starts.isLowerBound(), starts.lastAt(), starts.last());
  }
}
