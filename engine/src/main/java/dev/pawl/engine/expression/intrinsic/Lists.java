package dev.pawl.engine.expression.intrinsic;

import dev.pawl.engine.expression.Budget;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonObject;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;

/** The functions whose name starts with Array. */
final class Lists {

  /** The maximum number of elements of a range, as in Step Functions. */
  private static final int MAX_RANGE = 1000;

  private static final long MAX_INTEGER = (1L << 53) - 1;

  private Lists() {}

  static Json partition(FunctionArguments given) {
    List<Json> elements = given.array(0).elements();
    int size = (int) given.integer(1, 1, Integer.MAX_VALUE);
    given.budget().visit(elements.size());
    List<Json> parts = new ArrayList<>();
    for (int from = 0; from < elements.size(); from += Math.min(size, elements.size() - from)) {
      int end = from + Math.min(size, elements.size() - from);
      parts.add(JsonArray.of(elements.subList(from, end)));
    }
    return JsonArray.of(parts);
  }

  static Json contains(FunctionArguments given) {
    JsonArray array = given.array(0);
    Json wanted = given.value(1);
    given.budget().visit(array.length() + array.size() / 16);
    return Json.of(array.elements().contains(wanted));
  }

  static Json range(FunctionArguments given) {
    long first = given.integer(0, -MAX_INTEGER, MAX_INTEGER);
    long last = given.integer(1, -MAX_INTEGER, MAX_INTEGER);
    long step = given.integer(2, -MAX_INTEGER, MAX_INTEGER);
    if (step == 0) {
      throw given.failure("the step must not be 0");
    }
    long distance = step > 0 ? last - first : first - last;
    long count = distance < 0 ? 0 : distance / Math.abs(step) + 1;
    if (count > MAX_RANGE) {
      throw given.failure(
          "the range has %d elements, more than the %d allowed".formatted(count, MAX_RANGE));
    }
    List<Json> elements = new ArrayList<>((int) count);
    for (int i = 0; i < count; i++) {
      elements.add(Json.of(first + i * step));
    }
    return JsonArray.of(elements);
  }

  static Json item(FunctionArguments given) {
    JsonArray array = given.array(0);
    int index = (int) given.integer(1, 0, Integer.MAX_VALUE);
    return array.get(index).orElse(JsonNull.NULL);
  }

  static Json unique(FunctionArguments given) {
    JsonArray array = given.array(0);
    given.budget().visit(array.length() + array.size() / 16);
    given.budget().produce(array.size());
    Set<String> seen = new HashSet<>();
    List<Json> elements = new ArrayList<>();
    for (Json element : array) {
      // Text, because a set of strings stays fast even if an attacker chooses the strings.
      StringBuilder text = new StringBuilder();
      canonical(element, text, given.budget());
      if (seen.add(text.toString())) {
        elements.add(element);
      }
    }
    return JsonArray.of(elements);
  }

  /** Writes a value as text that is identical for equal values: members are sorted by name. */
  private static void canonical(Json value, StringBuilder out, Budget budget) {
    budget.enter();
    if (value instanceof JsonObject object) {
      out.append('{');
      new TreeMap<>(object.members())
          .forEach(
              (name, member) -> {
                out.append(Json.of(name)).append(':');
                canonical(member, out, budget);
                out.append(',');
              });
      out.append('}');
    } else if (value instanceof JsonArray array) {
      out.append('[');
      for (Json element : array) {
        canonical(element, out, budget);
        out.append(',');
      }
      out.append(']');
    } else {
      out.append(value);
    }
    budget.leave();
  }
}
