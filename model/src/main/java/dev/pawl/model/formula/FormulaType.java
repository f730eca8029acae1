package dev.pawl.model.formula;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.JsonString;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The type of a value in a formula, as far as it is known before evaluation.
 *
 * @param isNullable true if the value may be null or missing
 * @param fields types of the members of an object
 * @param isOpen true if an object may have other members than {@code fields}
 * @param items type of the elements of a list; empty if unknown
 */
public record FormulaType(
    Kind kind,
    boolean isNullable,
    Map<String, FormulaType> fields,
    boolean isOpen,
    Optional<FormulaType> items) {

  /** A type about which nothing is known. */
  public static final FormulaType ANY = of(Kind.ANY, true);

  /** The maximum depth to which a schema is read; values further inside can be anything. */
  private static final int MAX_SCHEMA_DEPTH = 30;

  public FormulaType {
    fields = Map.copyOf(fields);
  }

  /** The kinds of values. */
  public enum Kind {
    ANY("any value"),
    NULL("null"),
    BOOLEAN("a boolean"),
    NUMBER("a number"),
    TEXT("text"),
    TIME("a time"),
    LIST("a list"),
    OBJECT("an object");

    private final String description;

    Kind(String description) {
      this.description = description;
    }

    /** Returns the kind with its article, as messages name it. */
    public String description() {
      return description;
    }
  }

  public static FormulaType of(Kind kind, boolean isNullable) {
    return new FormulaType(
        kind, isNullable || kind == Kind.ANY, Map.of(), kind == Kind.OBJECT, Optional.empty());
  }

  /** Returns the type of an object that is always there. */
  public static FormulaType object(Map<String, FormulaType> fields, boolean isOpen) {
    return new FormulaType(Kind.OBJECT, false, fields, isOpen, Optional.empty());
  }

  /** Returns the type of a list that is always there. */
  public static FormulaType list(FormulaType items) {
    return new FormulaType(Kind.LIST, false, Map.of(), false, Optional.of(items));
  }

  /**
   * Returns the type that a JSON Schema describes. An object with {@code properties} has no others
   * unless {@code additionalProperties} allows them, so that misspelt names are found.
   */
  public static FormulaType ofSchema(Json schema) {
    return ofSchema(schema, 0);
  }

  private static FormulaType ofSchema(Json schema, int depth) {
    if (depth > MAX_SCHEMA_DEPTH || !(schema instanceof JsonObject)) {
      return ANY;
    }
    Optional<Json> type = schema.get("type");
    boolean isNullable = false;
    String name = "";
    if (type.isPresent() && type.get() instanceof JsonString single) {
      name = single.value();
    } else if (type.isPresent() && type.get() instanceof JsonArray several) {
      List<String> names = several.elements().stream().map(Json::asText).toList();
      isNullable = names.contains("null");
      List<String> others = names.stream().filter(other -> !other.equals("null")).toList();
      name = others.size() == 1 ? others.getFirst() : "";
    } else if (schema.get("properties").isPresent()) {
      name = "object";
      isNullable = true;
    }
    return switch (name) {
      case "string" -> of(isTime(schema) ? Kind.TIME : Kind.TEXT, isNullable);
      case "number", "integer" -> of(Kind.NUMBER, isNullable);
      case "boolean" -> of(Kind.BOOLEAN, isNullable);
      case "null" -> of(Kind.NULL, true);
      case "array" ->
          new FormulaType(
              Kind.LIST,
              isNullable,
              Map.of(),
              false,
              schema.get("items").map(items -> ofSchema(items, depth + 1)));
      case "object" -> objectOfSchema(schema, isNullable, depth);
      default -> ANY;
    };
  }

  private static boolean isTime(Json schema) {
    String format = schema.get("format").map(Json::asText).orElse("");
    return format.equals("date") || format.equals("date-time");
  }

  private static FormulaType objectOfSchema(Json schema, boolean isNullable, int depth) {
    List<String> required =
        schema.get("required").orElse(JsonArray.of(List.of())) instanceof JsonArray names
            ? names.elements().stream().map(Json::asText).toList()
            : List.of();
    Map<String, FormulaType> fields = new LinkedHashMap<>();
    if (schema.get("properties").orElse(schema) instanceof JsonObject properties
        && schema.get("properties").isPresent()) {
      properties
          .members()
          .forEach(
              (field, type) -> {
                FormulaType known = ofSchema(type, depth + 1);
                fields.put(field, required.contains(field) ? known : known.orNull());
              });
    }
    boolean isOpen =
        schema
            .get("additionalProperties")
            .map(other -> other instanceof JsonObject || other.isTrue())
            .orElse(fields.isEmpty());
    return new FormulaType(Kind.OBJECT, isNullable, fields, isOpen, Optional.empty());
  }

  /** Returns the same type, which may also be null. */
  public FormulaType orNull() {
    return new FormulaType(kind, true, fields, isOpen, items);
  }

  /** Returns the type of a value that has this type or the other one. */
  FormulaType or(FormulaType other) {
    if (kind == Kind.NULL || other.kind == Kind.NULL) {
      return (kind == Kind.NULL ? other : this).orNull();
    }
    if (equals(other)) {
      return this;
    }
    return kind == other.kind ? of(kind, isNullable || other.isNullable) : ANY;
  }
}
