package dev.pawl.server.history;

import dev.pawl.sdk.Json;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.Map;

/** One step with everything that is known about it. */
record StepDetailView(
    @Schema(description = "The step with its payloads and attempts.") StepView step,
    @Schema(
            description = "Variables that the step could read, as they were at its start.",
            example = "{\"total\": 12.5}")
        Map<String, Json> variables,
    @Schema(description = "What its handler did outside, in the order of outcomes.")
        List<EffectView> effects) {}
