package dev.pawl.triggers.binding;

import dev.pawl.model.formula.Formula;
import dev.pawl.model.formula.FormulaScope;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.Set;

/**
 * How a binding collects fires before it starts its flow once.
 *
 * @param key a formula; fires with equal keys are collected together. Empty: all of them
 * @param quiet the flow starts when no fire came for so long
 * @param longest the flow starts so long after the first fire at the latest
 * @param collectsAll true to start with all fires, false with the last one
 */
public record Debounce(
    Optional<Formula> key, Duration quiet, Duration longest, boolean collectsAll) {

  /** The maximum number of fires that a binding with {@code collect: all} holds for one key. */
  public static final int MAX_COLLECTED = 1_000;

  private static final Duration MAX_WAIT = Duration.ofDays(1);
  private static final Set<String> FIELDS = Set.of("key", "wait", "max", "collect");

  /**
   * Reads the settings {@code {key, wait, max, collect: last|all}}.
   *
   * @throws IllegalArgumentException if a field is wrong; the message says what is allowed
   */
  public static Debounce read(Json json) {
    if (!(json instanceof JsonObject settings)) {
      throw new IllegalArgumentException(
          "debounce: must be an object such as {\"wait\": \"PT10S\"}, got a " + json.kind());
    }
    for (String name : settings.members().keySet()) {
      if (!FIELDS.contains(name)) {
        throw new IllegalArgumentException(
            "debounce: has no field '%s'; allowed are key, wait, max and collect".formatted(name));
      }
    }
    Duration quiet = duration(settings, "wait").orElseThrow(() -> missing("wait"));
    Duration longest = duration(settings, "max").orElse(quiet.multipliedBy(10));
    String collect = settings.get("collect").map(Json::asText).orElse("last");
    if (!Set.of("last", "all").contains(collect)) {
      throw new IllegalArgumentException(
          "debounce.collect: must be last or all, got '%s'".formatted(collect));
    }
    return new Debounce(
        settings
            .get("key")
            .map(Json::asText)
            .map(
                text ->
                    Formulas.parse("debounce.key", text, FormulaScope.ofEvent(JsonObject.EMPTY))),
        quiet,
        longest.compareTo(quiet) < 0 ? quiet : longest,
        collect.equals("all"));
  }

  private static IllegalArgumentException missing(String name) {
    return new IllegalArgumentException(
        "debounce.%s: is missing; it is a duration such as PT10S".formatted(name));
  }

  private static Optional<Duration> duration(JsonObject settings, String name) {
    Optional<Json> value = settings.get(name);
    if (value.isEmpty()) {
      return Optional.empty();
    }
    try {
      Duration read = Duration.parse(value.get().asText());
      if (read.isNegative() || read.isZero() || read.compareTo(MAX_WAIT) > 0) {
        throw new IllegalArgumentException(
            "debounce.%s: must be more than zero and at most P1D, got %s"
                .formatted(name, value.get().asText()));
      }
      return Optional.of(read);
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException(
          "debounce.%s: must be a duration such as PT10S, got '%s'"
              .formatted(name, value.get().asText()),
          e);
    }
  }
}
