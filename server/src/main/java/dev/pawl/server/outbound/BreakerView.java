package dev.pawl.server.outbound;

import dev.pawl.engine.store.Breaker;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A circuit breaker that is not closed, as the API shows it. */
record BreakerView(
    @Schema(
            description =
                "Name of the system that failed: host and port, or a name of the handler.",
            example = "crm.example:443")
        String downstream,
    @Schema(
            description =
                "open: calls wait, and one is made as a probe from time to time; releasing: waiting"
                    + " calls are let through at a rate that doubles every second.",
            allowableValues = {"open", "releasing"},
            example = "open")
        String state,
    @Schema(description = "Time at which it opened.") Instant since,
    @Schema(description = "Error name of the last failure.", example = "HttpConnect") String error,
    @Schema(description = "Message of the last failure.", example = "connection refused")
        String cause,
    @Schema(description = "Time at which the next call is made as a probe; absent while releasing.")
        @Nullable Instant nextProbe,
    @Schema(description = "Time at which the release began; absent while open.")
        @Nullable Instant releasedAt) {

  static BreakerView of(Breaker breaker) {
    return new BreakerView(
        breaker.key().downstream(),
        breaker.isReleasing() ? "releasing" : "open",
        breaker.openedAt(),
        breaker.error(),
        breaker.cause(),
        breaker.isReleasing() ? null : breaker.probeAt(),
        breaker.releasedAt().orElse(null));
  }
}
