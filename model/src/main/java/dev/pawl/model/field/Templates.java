package dev.pawl.model.field;

import static dev.pawl.model.finding.Finding.Code.BAD_PATH;
import static dev.pawl.model.finding.Finding.Code.DUPLICATE_KEY;
import static dev.pawl.model.finding.Finding.Code.EXPRESSION_AS_TEXT;

import dev.pawl.model.Template;
import dev.pawl.model.field.UnevaluatedText.Place;
import dev.pawl.model.json.Pointer;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.JsonString;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads values with computed parts, in the query language of the cursor. */
public final class Templates {

  private static final String SUFFIX = ".$";
  private static final Template NOTHING = new Template.Literal(JsonNull.NULL);

  private final DefinitionCursor cursor;
  private final Texts texts;
  private final UnevaluatedText unevaluated;

  /** What the strings of a template may contain, besides expressions that are whole strings. */
  private enum Texts {
    PLAIN,
    WITH_PATHS,
    WITH_PATHS_AND_SECRETS
  }

  private Templates(DefinitionCursor cursor, Texts texts) {
    this.cursor = cursor;
    this.texts = texts;
    this.unevaluated = new UnevaluatedText(cursor);
  }

  public static Optional<Template> read(DefinitionCursor cursor, String field) {
    return read(cursor, field, Texts.PLAIN);
  }

  /**
   * Reads the arguments of a handler from a field. In JSONPath their strings may contain paths, as
   * in {@code ${$.id}}.
   */
  public static Optional<Template> readForHandler(DefinitionCursor cursor, String field) {
    return read(cursor, field, Texts.WITH_PATHS);
  }

  /**
   * Reads the settings of a handler from a field. Their strings may contain secrets, as in {@code
   * {{ secret('token') }}}, and in JSONPath also paths.
   */
  public static Optional<Template> readConfig(DefinitionCursor cursor, String field) {
    return read(cursor, field, Texts.WITH_PATHS_AND_SECRETS);
  }

  private static Optional<Template> read(DefinitionCursor cursor, String field, Texts texts) {
    return cursor.get(field).map(value -> new Templates(cursor, texts).field(field, value));
  }

  /**
   * Reads a template from {@code field} or, in JSONPath, a path or an intrinsic function from
   * {@code field.$}.
   */
  public static Optional<Template> readEither(DefinitionCursor cursor, String field) {
    String computed = field + SUFFIX;
    if (cursor.speaksJsonata() || !cursor.has(computed)) {
      return read(cursor, field);
    }
    FieldConflicts.refuseBoth(cursor, field, computed);
    return cursor
        .get(computed)
        .map(value -> new Templates(cursor, Texts.PLAIN).computed(cursor.pointer(computed), value));
  }

  /** Returns the templates of an object's members, by their names in the result. */
  static Map<String, Template> members(DefinitionCursor object) {
    return new Templates(object, Texts.PLAIN).membersOf(object);
  }

  /**
   * Returns the name of a member in the result, without the suffix that marks computed JSONPath
   * members.
   */
  static String resultName(DefinitionCursor object, String key) {
    return object.speaksJsonata() || !key.endsWith(SUFFIX)
        ? key
        : key.substring(0, key.length() - SUFFIX.length());
  }

  private Template field(String field, Json value) {
    return template(cursor.pointer(field), value, Place.FIELD);
  }

  private Template template(String pointer, Json value, Place place) {
    return switch (value) {
      case JsonObject object -> object(cursor.at(object, pointer));
      case JsonArray array -> array(pointer, array);
      case JsonString string -> string(pointer, string, place);
      case JsonNumber number -> new Template.Literal(number);
      case JsonBool bool -> new Template.Literal(bool);
      case JsonNull nothing -> new Template.Literal(nothing);
    };
  }

  private Template object(DefinitionCursor object) {
    Map<String, Template> members = membersOf(object);
    if (!members.values().stream().allMatch(Template.Literal.class::isInstance)) {
      return new Template.Members(members);
    }
    Map<String, Json> values = new LinkedHashMap<>();
    members.forEach((name, member) -> values.put(name, ((Template.Literal) member).value()));
    return new Template.Literal(JsonObject.of(values));
  }

  private Map<String, Template> membersOf(DefinitionCursor object) {
    Map<String, Template> members = new LinkedHashMap<>();
    object.json().members().forEach((key, value) -> member(object, key, value, members));
    return members;
  }

  private void member(
      DefinitionCursor object, String key, Json value, Map<String, Template> members) {
    String name = resultName(object, key);
    String at = object.pointer(key);
    Template template = name.equals(key) ? template(at, value, Place.MEMBER) : computed(at, value);
    if (object.speaksJsonata() && key.endsWith(SUFFIX)) {
      object.report(
          EXPRESSION_AS_TEXT,
          key,
          "the name '" + key + "' is taken as it is written: .$ is for JSONPath only",
          "Leave the .$ out and write the value as {% ... %}.");
    }
    if (members.put(name, template) != null) {
      object.report(
          DUPLICATE_KEY,
          key,
          "'" + name + "' and '" + name + SUFFIX + "' mean the same member",
          "Keep one of them.");
    }
  }

  private Template array(String pointer, JsonArray array) {
    List<Template> elements = new ArrayList<>();
    for (int i = 0; i < array.length(); i++) {
      elements.add(template(Pointer.element(pointer, i), array.elements().get(i), Place.ELEMENT));
    }
    if (!elements.stream().allMatch(Template.Literal.class::isInstance)) {
      return new Template.Elements(elements);
    }
    List<Json> values = new ArrayList<>();
    elements.forEach(element -> values.add(((Template.Literal) element).value()));
    return new Template.Literal(JsonArray.of(values));
  }

  private Template string(String pointer, JsonString string, Place place) {
    String text = string.value();
    if (cursor.speaksJsonata() && Expressions.looksLikeJsonata(text)) {
      return Expressions.jsonata(cursor, pointer, text).orElse(NOTHING);
    }
    unevaluated.check(pointer, text, place, texts != Texts.PLAIN);
    return switch (texts) {
      case PLAIN -> new Template.Literal(string);
      case WITH_PATHS -> Interpolations.read(cursor, pointer, text);
      case WITH_PATHS_AND_SECRETS -> SecretTexts.read(cursor, pointer, text);
    };
  }

  private Template computed(String pointer, Json value) {
    if (value instanceof JsonString text) {
      return Expressions.pathOrIntrinsic(cursor, pointer, text.value()).orElse(NOTHING);
    }
    cursor.reportAt(
        BAD_PATH,
        pointer,
        "a field whose name ends in .$ must hold a path or an intrinsic function",
        "Take the .$ away if the value is meant as it stands.");
    return NOTHING;
  }
}
