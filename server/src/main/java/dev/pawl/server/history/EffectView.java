package dev.pawl.server.history;

import dev.pawl.engine.node.ExecutionReader;
import dev.pawl.sdk.ExternalEffect;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;

/** An effect of a handler on the outside world, as the API shows it. */
record EffectView(
    @Schema(description = "Id of the effect within the execution.", example = "4.0") String id,
    @Schema(description = "Time at which the handler recorded it.") Instant at,
    @Schema(description = "Id of the step.", example = "/@3") String step,
    @Schema(description = "Name of the state.", example = "Charge") String state,
    @Schema(description = "Number of the attempt; 1 is the first.", example = "1") int attempt,
    @Schema(description = "What was done.", example = "http") String kind,
    @Schema(description = "Whom or what it reached.", example = "POST https://crm.example/policies")
        String target,
    @Schema(
            description = "Key by which the receiver recognises a repetition; empty if it cannot.",
            example = "0199f3c2-7a31-7cc4-b0b5-2d1f6f0a9e11.3")
        String key,
    @Schema(description = "Result in a few words.", example = "201 Created") String summary) {

  static EffectView of(ExecutionReader.LedgerEntry entry) {
    ExternalEffect effect = entry.recorded().effect();
    return new EffectView(
        entry.seq() + "." + entry.ordinal(),
        entry.recorded().at(),
        entry.step().toString(),
        entry.state(),
        entry.attempt(),
        effect.kind(),
        effect.target(),
        effect.key(),
        effect.summary());
  }
}
