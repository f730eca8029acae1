package dev.pawl.model.field;

import static dev.pawl.model.finding.Finding.Code.BAD_NAME;
import static dev.pawl.model.finding.Finding.Code.BAD_VALUE;
import static dev.pawl.model.finding.Finding.Code.WRONG_TYPE;

import dev.pawl.model.FlowResource;
import dev.pawl.model.NameLimit;
import dev.pawl.model.QueryLanguage;
import dev.pawl.model.check.StateOutline;
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
 * An object in the definition, with its JSON Pointer, its query language and the state it belongs
 * to.
 *
 * <p>The read methods return only usable values. They report an unusable value as a finding and do
 * not throw.
 */
public final class DefinitionCursor {

  private final JsonObject object;
  private final String pointer;
  private final QueryLanguage language;
  private final Findings findings;
  private final StateOutline state;

  private DefinitionCursor(
      JsonObject object,
      String pointer,
      QueryLanguage language,
      Findings findings,
      StateOutline state) {
    this.object = object;
    this.pointer = pointer;
    this.language = language;
    this.findings = findings;
    this.state = state;
  }

  /** Returns a cursor at the root of a definition. */
  public static DefinitionCursor top(JsonObject definition, Findings findings) {
    StateOutline nowhere = new StateOutline("", "");
    return new DefinitionCursor(definition, "", QueryLanguage.JSONPATH, findings, nowhere);
  }

  /** Returns a cursor at this object that reads it in another query language. */
  public DefinitionCursor withLanguage(QueryLanguage other) {
    return new DefinitionCursor(object, pointer, other, findings, state);
  }

  /** Returns a cursor at this object that belongs to the given state. */
  public DefinitionCursor inside(StateOutline state) {
    return new DefinitionCursor(object, pointer, language, findings, state);
  }

  /**
   * Returns a cursor at another object, with the language and state of this cursor.
   *
   * @param at JSON Pointer to the object
   */
  public DefinitionCursor at(JsonObject other, String at) {
    return new DefinitionCursor(other, at, language, findings, state);
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

  public boolean isJsonata() {
    return language == QueryLanguage.JSONATA;
  }

  /** Returns the outline of the state that this object belongs to. */
  public StateOutline state() {
    return state;
  }

  public boolean has(String field) {
    return object.has(field);
  }

  public Optional<Json> get(String field) {
    return object.get(field);
  }

  /** Reports a finding about a field of this object. */
  public void report(Finding.Code code, String field, String message, String advice) {
    findings.add(code, pointer(field), message, advice);
  }

  /** Reports a finding about this object as a whole. */
  public void report(Finding.Code code, String message, String advice) {
    findings.add(code, pointer, message, advice);
  }

  /** Reports a finding about the value at a JSON Pointer. */
  public void reportAt(Finding.Code code, String at, String message, String advice) {
    findings.add(code, at, message, advice);
  }

  public void wrongType(String field, Json value, String expected) {
    wrongType(pointer(field), "'" + field + "'", value, expected);
  }

  public Optional<String> text(String field) {
    return typed(field, JsonString.class, "text").map(JsonString::value);
  }

  /** Reads text that must not be blank. */
  public Optional<String> word(String field) {
    Optional<String> text = text(field);
    if (text.filter(String::isBlank).isPresent()) {
      report(BAD_VALUE, field, "'" + field + "' is empty", "");
    }
    return text.filter(word -> !word.isBlank());
  }

  /** Reports a name that exceeds the limit for names of its kind. */
  public void checkName(String field, String name, NameLimit limit) {
    limit.problem(name).ifPresent(why -> report(BAD_NAME, field, "'" + field + "': " + why, ""));
  }

  /** Reads the name of a resource: one that a handler or worker serves, or another flow. */
  public Optional<String> resource(String field) {
    Optional<String> word = word(field);
    word.ifPresent(
        name ->
            FlowResource.parse(name)
                .flatMap(FlowResource::code)
                .ifPresentOrElse(
                    code -> checkName(field, code, NameLimit.FLOW),
                    () -> checkName(field, name, NameLimit.RESOURCE)));
    return word;
  }

  /** Reads text that must be one of the given words. */
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

  /** Reads a whole number between two inclusive bounds. */
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

  public Optional<DefinitionCursor> object(String field) {
    return typed(field, JsonObject.class, "an object").map(inner -> at(inner, pointer(field)));
  }

  public Optional<JsonArray> array(String field) {
    return typed(field, JsonArray.class, "an array");
  }

  /** Reads an array of objects; reports and omits all other elements. */
  public List<DefinitionCursor> objects(String field) {
    List<DefinitionCursor> found = new ArrayList<>();
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

  /** Reads an array of text; reports and omits all other elements. */
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
