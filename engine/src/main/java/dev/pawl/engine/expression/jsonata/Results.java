package dev.pawl.engine.expression.jsonata;

import static dev.pawl.engine.expression.jsonata.Undefined.UNDEFINED;

import dev.pawl.engine.expression.Budget;
import dev.pawl.engine.expression.ExpressionException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Converts the value of an expression to JSON. */
final class Results {

  /** The maximum nesting depth of a result, which equals that of the JSON parser. */
  private static final int MAX_DEPTH = 100;

  private Results() {}

  /**
   * Converts a value; empty if it is undefined. A function as the result is an error; a function as
   * a member is omitted.
   */
  static Optional<Json> toJson(Object value, Budget budget) {
    if (value == UNDEFINED) {
      return Optional.empty();
    }
    if (value instanceof Function) {
      throw new ExpressionException(
          "T1011", "the result of the expression is a function, which is not JSON; call it");
    }
    return Optional.of(json(value, 0, budget));
  }

  private static Json json(Object value, int depth, Budget budget) {
    if (depth > MAX_DEPTH) {
      throw new ExpressionException(
          "budget", "the result of the expression is nested deeper than " + MAX_DEPTH + " levels");
    }
    return switch (value) {
      case Json json -> json;
      case Double number -> JsonNumber.of(number);
      case Sequence array -> array(array, depth, budget);
      case Struct object -> object(object, depth, budget);
      default -> JsonNull.NULL;
    };
  }

  private static Json array(Sequence array, int depth, Budget budget) {
    budget.visit(array.size());
    budget.produce((long) array.size() * Values.SLOT);
    List<Json> elements = new ArrayList<>(array.size());
    for (Object item : array.items()) {
      elements.add(json(item, depth + 1, budget));
    }
    return JsonArray.of(elements);
  }

  private static Json object(Struct object, int depth, Budget budget) {
    budget.visit(object.members().size());
    budget.produce((long) object.members().size() * Values.MEMBER);
    Map<String, Json> members = new LinkedHashMap<>();
    object
        .members()
        .forEach(
            (name, value) -> {
              if (value != UNDEFINED && !(value instanceof Function)) {
                members.put(name, json(value, depth + 1, budget));
              }
            });
    return JsonObject.of(members);
  }
}
