package dev.pawl.engine.run;

import dev.pawl.engine.Fact;
import dev.pawl.engine.Failure;
import dev.pawl.sdk.ExternalEffect;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.JsonString;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Replaces secret values by {@value #MASK} in texts, JSON values and facts: as they are, in Base64
 * (also inside of a longer encoded text), percent-encoded, and as part of a JSON text. Values of
 * fewer than {@value #MIN_CHARACTERS} characters are not replaced.
 */
public final class SecretMasker {

  /** What stands in the place of a secret. */
  public static final String MASK = "***";

  /** The length of the shortest value that is replaced. */
  public static final int MIN_CHARACTERS = 4;

  /** Replaces nothing. */
  public static final SecretMasker NONE = new SecretMasker(List.of());

  private final List<String> patterns;

  private SecretMasker(List<String> patterns) {
    this.patterns = patterns;
  }

  /** Returns a masker of these values. */
  public static SecretMasker of(Collection<String> values) {
    Set<String> patterns = new LinkedHashSet<>();
    for (String value : values) {
      if (value.length() >= MIN_CHARACTERS) {
        patterns.addAll(SecretEncodings.of(value));
      }
    }
    if (patterns.isEmpty()) {
      return NONE;
    }
    // The longest first, so that no rest of it remains.
    List<String> sorted = new ArrayList<>(patterns);
    sorted.sort(Comparator.comparingInt(String::length).reversed());
    return new SecretMasker(List.copyOf(sorted));
  }

  /** Returns true if this masker replaces nothing. */
  public boolean isEmpty() {
    return patterns.isEmpty();
  }

  /** Returns the text without the secrets. */
  public String mask(String text) {
    String masked = text;
    for (String pattern : patterns) {
      masked = masked.replace(pattern, MASK);
    }
    return masked;
  }

  /** Returns the value without the secrets. */
  public Json mask(Json value) {
    if (isEmpty()) {
      return value;
    }
    return switch (value) {
      case JsonString text -> new JsonString(mask(text.asText()));
      case JsonNumber number -> patterns.contains(number.toString()) ? Json.of(MASK) : number;
      case JsonArray array -> JsonArray.of(maskAll(array.elements()));
      case JsonObject object -> maskObject(object);
      case JsonBool bool -> bool;
      case JsonNull none -> none;
    };
  }

  private List<Json> maskAll(List<Json> values) {
    return values.stream().map(this::mask).toList();
  }

  private JsonObject maskObject(JsonObject object) {
    Map<String, Json> masked = new LinkedHashMap<>();
    object.members().forEach((name, value) -> masked.put(mask(name), mask(value)));
    return JsonObject.of(masked);
  }

  /** Returns the effect without the secrets. */
  public ExternalEffect mask(ExternalEffect effect) {
    return isEmpty()
        ? effect
        : new ExternalEffect(
            mask(effect.kind()), mask(effect.target()), mask(effect.key()), mask(effect.summary()));
  }

  /** Returns the outcome of a call without the secrets. */
  public Fact mask(Fact outcome) {
    if (isEmpty()) {
      return outcome;
    }
    return switch (outcome) {
      case Fact.TaskSucceeded done ->
          new Fact.TaskSucceeded(
              done.step(),
              done.attempt(),
              mask(done.output()),
              done.timing(),
              maskEffects(done.effects()));
      case Fact.TaskFailed failed ->
          new Fact.TaskFailed(
              failed.step(),
              failed.attempt(),
              new Failure(masked(failed.failure().error()), masked(failed.failure().cause())),
              failed.timing(),
              new Fact.FailureDetails(
                  masked(failed.details().stackTrace()), failed.details().worker()),
              maskEffects(failed.effects()));
      case Fact.ItemsRead read ->
          new Fact.ItemsRead(
              read.step(), read.attempt(), read.offset(), maskAll(read.items()), read.complete());
      default -> outcome; // no other fact is the outcome of a call
    };
  }

  private List<Fact.RecordedEffect> maskEffects(List<Fact.RecordedEffect> effects) {
    return effects.stream()
        .map(recorded -> new Fact.RecordedEffect(mask(recorded.effect()), recorded.at()))
        .toList();
  }

  private Optional<String> masked(Optional<String> text) {
    return text.map(this::mask);
  }

  /** Leaves out the values so that they are not logged. */
  @Override
  public String toString() {
    return "masker of " + patterns.size() + " patterns";
  }
}
