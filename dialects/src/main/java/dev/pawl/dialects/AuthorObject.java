package dev.pawl.dialects;

import static dev.pawl.model.finding.Finding.Code.BAD_VALUE;
import static dev.pawl.model.finding.Finding.Code.CONFLICTING_FIELDS;
import static dev.pawl.model.finding.Finding.Code.MISSING_FIELD;
import static dev.pawl.model.finding.Finding.Code.UNKNOWN_FIELD;
import static dev.pawl.model.finding.Finding.Code.WRONG_TYPE;

import dev.pawl.model.finding.Finding;
import dev.pawl.model.finding.Findings;
import dev.pawl.model.finding.Nearest;
import dev.pawl.model.json.Pointer;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.JsonString;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * An object in the author's text. Fields are found by all their spellings; null counts as absent;
 * mistakes become findings.
 */
final class AuthorObject {

  private final JsonObject object;
  private final String pointer;
  private final Findings findings;

  AuthorObject(JsonObject object, String pointer, Findings findings) {
    this.object = object;
    this.pointer = pointer;
    this.findings = findings;
  }

  /** A value of a field and where it is. */
  record Value(String spelling, String pointer, Json json) {}

  String pointer() {
    return pointer;
  }

  Findings findings() {
    return findings;
  }

  /** Reports every field that is not among the given ones. */
  void allowOnly(List<AuthorField> fields) {
    List<String> known = fields.stream().flatMap(field -> field.spellings().stream()).toList();
    List<String> preferred = fields.stream().map(AuthorField::name).toList();
    for (String name : object.members().keySet()) {
      if (!known.contains(name)) {
        String nearest = Nearest.advice(name, known);
        report(
            UNKNOWN_FIELD,
            Pointer.member(pointer, name),
            "there is no field '" + name + "' here",
            nearest.isEmpty() ? "Known: " + String.join(", ", preferred) + "." : nearest);
      }
    }
  }

  /** Returns the value of a field; empty if it is absent or null. */
  Optional<Value> find(AuthorField field) {
    Optional<Value> found = Optional.empty();
    for (String spelling : field.spellings()) {
      Optional<Json> value = object.get(spelling).filter(json -> !json.equals(JsonNull.NULL));
      if (value.isEmpty()) {
        continue;
      }
      String at = Pointer.member(pointer, spelling);
      if (found.isPresent()) {
        report(
            CONFLICTING_FIELDS,
            at,
            "'" + spelling + "' and '" + found.get().spelling() + "' are the same field",
            "Keep one of them.");
      } else {
        found = Optional.of(new Value(spelling, at, value.get()));
      }
    }
    return found;
  }

  /** Returns where a field is; the object itself if it is absent. */
  String pointerOf(AuthorField field) {
    return field.spellings().stream()
        .filter(spelling -> object.get(spelling).isPresent())
        .findFirst()
        .map(spelling -> Pointer.member(pointer, spelling))
        .orElse(pointer);
  }

  /** Returns text, or a number as text. */
  Optional<String> word(AuthorField field) {
    Optional<Value> value = find(field);
    if (value.isEmpty()) {
      return Optional.empty();
    }
    Json json = value.get().json();
    boolean isWord = json instanceof JsonString || json instanceof JsonNumber;
    if (!isWord) {
      wrongType(value.get(), "text");
    } else if (json.asText().isBlank()) {
      report(BAD_VALUE, value.get().pointer(), "'" + value.get().spelling() + "' is empty", "");
      return Optional.empty();
    }
    return isWord ? Optional.of(json.asText()) : Optional.empty();
  }

  /** Returns text that must be there. */
  Optional<String> requiredWord(AuthorField field) {
    require(field);
    return word(field);
  }

  void require(AuthorField field) {
    if (find(field).isEmpty()) {
      report(
          MISSING_FIELD,
          pointer,
          "'" + field.name() + "' is missing",
          "Add '" + field.name() + "'.");
    }
  }

  /** Returns a whole number within bounds. */
  Optional<Long> whole(AuthorField field, long least, long most) {
    Optional<Value> value = find(field);
    if (value.isEmpty()) {
      return Optional.empty();
    }
    try {
      long number = value.get().json().asLong();
      if (number >= least && number <= most) {
        return Optional.of(number);
      }
      report(
          BAD_VALUE,
          value.get().pointer(),
          "'%s' is %d, but must be from %d to %d"
              .formatted(value.get().spelling(), number, least, most),
          "");
    } catch (IllegalStateException e) {
      wrongType(value.get(), "a whole number");
    }
    return Optional.empty();
  }

  Optional<Boolean> flag(AuthorField field) {
    Optional<Value> value = find(field);
    if (value.isPresent() && !(value.get().json() instanceof JsonBool)) {
      wrongType(value.get(), "true or false");
      return Optional.empty();
    }
    return value.map(found -> found.json().isTrue());
  }

  /** Returns one of the given words, in any case. */
  Optional<String> oneOf(AuthorField field, List<String> words) {
    Optional<String> word = word(field);
    Optional<String> upper = word.map(text -> text.toUpperCase(Locale.ROOT));
    if (upper.isPresent() && !words.contains(upper.get())) {
      report(
          BAD_VALUE,
          find(field).orElseThrow().pointer(),
          "'%s' is '%s', not one of %s"
              .formatted(field.name(), word.get(), String.join(", ", words)),
          Nearest.advice(word.get(), words));
      return Optional.empty();
    }
    return upper;
  }

  Optional<Value> object(AuthorField field) {
    return typed(field, JsonObject.class, "an object");
  }

  Optional<Value> list(AuthorField field) {
    return typed(field, JsonArray.class, "a list");
  }

  private Optional<Value> typed(AuthorField field, Class<? extends Json> type, String expected) {
    Optional<Value> value = find(field);
    if (value.isPresent() && !type.isInstance(value.get().json())) {
      wrongType(value.get(), expected);
      return Optional.empty();
    }
    return value;
  }

  void wrongType(Value value, String expected) {
    report(
        WRONG_TYPE,
        value.pointer(),
        "'%s' must be %s, not %s"
            .formatted(value.spelling(), expected, withArticle(value.json().kind())),
        "");
  }

  static String withArticle(String kind) {
    return kind.equals("null")
        ? kind
        : (kind.startsWith("a") || kind.startsWith("o") ? "an " : "a ") + kind;
  }

  void report(Finding.Code code, String at, String message, String advice) {
    findings.add(code, at, message, advice);
  }
}
