package dev.pawl.model.field;

import static dev.pawl.model.finding.Finding.Code.BAD_NAME;
import static dev.pawl.model.finding.Finding.Code.BAD_VALUE;
import static dev.pawl.model.finding.Finding.Code.WRONG_TYPE;

import dev.pawl.model.NameLimit;
import dev.pawl.model.QueryLanguage;
import dev.pawl.model.check.Stop;
import dev.pawl.model.finding.Finding;
import dev.pawl.model.finding.Findings;
import dev.pawl.model.finding.Nearest;
import dev.pawl.model.json.Pointer;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.JsonString;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An object of the definition, where it stands and in which state and language it is read.
 *
 * <p>Every question answers with what is usable; what is not becomes a finding, and reading goes
 * on.
 */
public final class Cursor {

  private static final String FLOW = "flow:";
  private static final String SYNC = ".sync";

  private final JsonObject object;
  private final String pointer;
  private final QueryLanguage language;
  private final Findings findings;
  private final Stop stop;

  private Cursor(
      JsonObject object, String pointer, QueryLanguage language, Findings findings, Stop stop) {
    this.object = object;
    this.pointer = pointer;
    this.language = language;
    this.findings = findings;
    this.stop = stop;
  }

  /** The top of a definition. */
  public static Cursor top(JsonObject definition, Findings findings) {
    Stop nowhere = new Stop("", "");
    return new Cursor(definition, "", QueryLanguage.JSONPATH, findings, nowhere);
  }

  /** The same place, read in that language. */
  public Cursor speaking(QueryLanguage other) {
    return new Cursor(object, pointer, other, findings, stop);
  }

  /** The same place, as a part of that state. */
  public Cursor inside(Stop state) {
    return new Cursor(object, pointer, language, findings, state);
  }

  /** Another object, at that place. */
  public Cursor at(JsonObject other, String at) {
    return new Cursor(other, at, language, findings, stop);
  }

  public JsonObject json() {
    return object;
  }

  public String pointer() {
    return pointer;
  }

  public String pointer(String field) {
    return Pointer.member(pointer, field);
  }

  public QueryLanguage language() {
    return language;
  }

  public boolean speaksJsonata() {
    return language == QueryLanguage.JSONATA;
  }

  /** The state this is a part of. */
  public Stop stop() {
    return stop;
  }

  public boolean has(String field) {
    return object.has(field);
  }

  public Optional<Json> get(String field) {
    return object.get(field);
  }

  /** Something about a field. */
  public void report(Finding.Code code, String field, String message, String advice) {
    findings.add(code, pointer(field), message, advice);
  }

  /** Something about the whole object. */
  public void report(Finding.Code code, String message, String advice) {
    findings.add(code, pointer, message, advice);
  }

  /** Something about a place further down. */
  public void reportAt(Finding.Code code, String at, String message, String advice) {
    findings.add(code, at, message, advice);
  }

  public void wrongType(String field, Json value, String expected) {
    wrongType(pointer(field), "'" + field + "'", value, expected);
  }

  public Optional<String> text(String field) {
    return typed(field, JsonString.class, "text").map(JsonString::value);
  }

  /** Text with something in it. */
  public Optional<String> word(String field) {
    Optional<String> text = text(field);
    if (text.filter(String::isBlank).isPresent()) {
      report(BAD_VALUE, field, "'" + field + "' is empty", "");
    }
    return text.filter(word -> !word.isBlank());
  }

  /** Reports a name that would be refused elsewhere. */
  public void checkName(String field, String name, NameLimit limit) {
    limit.problem(name).ifPresent(why -> report(BAD_NAME, field, "'" + field + "': " + why, ""));
  }

  /** What does the work: somebody who serves it, or another flow. */
  public Optional<String> resource(String field) {
    Optional<String> word = word(field);
    word.ifPresent(
        name ->
            flow(name)
                .ifPresentOrElse(
                    code -> checkName(field, code, NameLimit.FLOW),
                    () -> checkName(field, name, NameLimit.RESOURCE)));
    return word;
  }

  private static Optional<String> flow(String resource) {
    if (!resource.startsWith(FLOW)) {
      return Optional.empty();
    }
    int end = resource.length() - (resource.endsWith(SYNC) ? SYNC.length() : 0);
    return Optional.of(resource.substring(FLOW.length(), Math.max(end, FLOW.length())));
  }

  /** One of a few words. */
  public Optional<String> oneOf(String field, List<String> words) {
    Optional<String> text = text(field);
    if (text.isPresent() && !words.contains(text.get())) {
      report(
          BAD_VALUE,
          field,
          "'" + field + "' is '" + text.get() + "', not one of " + String.join(", ", words),
          Nearest.advice(text.get(), words));
    }
    return text.filter(words::contains);
  }

  public boolean flag(String field, boolean otherwise) {
    return typed(field, JsonBool.class, "true or false").map(JsonBool::value).orElse(otherwise);
  }

  public Optional<JsonNumber> number(String field) {
    return typed(field, JsonNumber.class, "a number");
  }

  /** A whole number between two bounds. */
  public Optional<Long> whole(String field, long least, long most) {
    Optional<JsonNumber> number = number(field);
    Optional<Long> whole = number.filter(JsonNumber::isLong).map(JsonNumber::longValue);
    Optional<Long> fitting = whole.filter(value -> value >= least && value <= most);
    if (number.isPresent() && fitting.isEmpty()) {
      report(
          BAD_VALUE,
          field,
          "'%s' is %s; it must be a whole number from %d to %d"
              .formatted(field, number.get(), least, most),
          "");
    }
    return fitting;
  }

  public Optional<Cursor> object(String field) {
    return typed(field, JsonObject.class, "an object").map(inner -> at(inner, pointer(field)));
  }

  public Optional<JsonArray> array(String field) {
    return typed(field, JsonArray.class, "an array");
  }

  /** The elements of an array of objects. */
  public List<Cursor> objects(String field) {
    List<Cursor> found = new ArrayList<>();
    List<Json> elements = array(field).map(JsonArray::elements).orElse(List.of());
    for (int i = 0; i < elements.size(); i++) {
      String at = Pointer.element(pointer(field), i);
      if (elements.get(i) instanceof JsonObject element) {
        found.add(at(element, at));
      } else {
        wrongType(at, "an element of '" + field + "'", elements.get(i), "an object");
      }
    }
    return found;
  }

  /** The elements of an array of text. */
  public List<String> words(String field) {
    List<String> found = new ArrayList<>();
    List<Json> elements = array(field).map(JsonArray::elements).orElse(List.of());
    for (int i = 0; i < elements.size(); i++) {
      if (elements.get(i) instanceof JsonString element) {
        found.add(element.value());
      } else {
        String at = Pointer.element(pointer(field), i);
        wrongType(at, "an element of '" + field + "'", elements.get(i), "text");
      }
    }
    return found;
  }

  private void wrongType(String at, String what, Json value, String expected) {
    String kind =
        switch (value.kind()) {
          case "null" -> "null";
          case "array", "object" -> "an " + value.kind();
          default -> "a " + value.kind();
        };
    findings.add(WRONG_TYPE, at, what + " must be " + expected + ", but it is " + kind, "");
  }

  private <T extends Json> Optional<T> typed(String field, Class<T> type, String expected) {
    Optional<Json> value = object.get(field);
    if (value.isPresent() && !type.isInstance(value.get())) {
      wrongType(field, value.get(), expected);
    }
    return value.filter(type::isInstance).map(type::cast);
  }
}
