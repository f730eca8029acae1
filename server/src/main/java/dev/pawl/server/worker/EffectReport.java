package dev.pawl.server.worker;

import dev.pawl.engine.Fact;
import dev.pawl.sdk.ExternalEffect;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An effect that a worker reports with the outcome of its task. */
record EffectReport(
    @Schema(description = "What was done.", example = "http")
        @NotNull
        @Size(min = 1, max = MAX_NAME_CHARACTERS)
        String kind,
    @Schema(
            description = "Whom or what it reached, without secrets; a longer text is cut.",
            example = "POST https://crm.example/policies")
        @NotNull
        String target,
    @Schema(
            description = "Key by which the receiver recognises a repetition; empty if absent.",
            example = "0199f3c2-7a31-7cc4-b0b5-2d1f6f0a9e11.3")
        @Size(max = MAX_NAME_CHARACTERS)
        @Nullable String key,
    @Schema(description = "Result in a few words; a longer text is cut.", example = "201 Created")
        @Nullable String summary,
    @Schema(description = "Time of the effect; the time of the request if absent.")
        @Nullable Instant at) {

  private static final int MAX_NAME_CHARACTERS = 200;

  private Fact.RecordedEffect recorded(Instant now) {
    return new Fact.RecordedEffect(
        new ExternalEffect(
            kind,
            target,
            Objects.requireNonNullElse(key, ""),
            Objects.requireNonNullElse(summary, "")),
        Objects.requireNonNullElse(at, now));
  }

  static List<Fact.RecordedEffect> recorded(@Nullable List<EffectReport> reports) {
    Instant now = Instant.now();
    return reports == null
        ? List.of()
        : reports.stream().map(report -> report.recorded(now)).toList();
  }
}
