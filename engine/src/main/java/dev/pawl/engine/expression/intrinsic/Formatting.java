package dev.pawl.engine.expression.intrinsic;

import dev.pawl.engine.expression.Budget;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.ArrayList;
import java.util.List;

/** Functions that format values as text and split text. */
final class Formatting {

  private Formatting() {}

  /** Replaces each {@code {}} by the next of the arguments after the first. */
  static Json format(String template, FunctionArguments given) {
    StringBuilder out = new StringBuilder();
    given.budget().produce(template.length());
    int used = 0;
    for (int i = 0; i < template.length(); i++) {
      char c = template.charAt(i);
      char next = i + 1 < template.length() ? template.charAt(i + 1) : ' ';
      if (c == '\\' && "{}\\".indexOf(next) >= 0) {
        out.append(next);
        i++;
      } else if (c == '{' && next == '}') {
        if (++used < given.count()) {
          Json value = given.value(used);
          given.budget().produce(value.size());
          write(value, out, given.budget());
        }
        i++;
      } else {
        out.append(c);
      }
    }
    if (used != given.count() - 1) {
      throw given.failure(
          "the template has %d places for values, but %d are given"
              .formatted(used, given.count() - 1));
    }
    return Json.of(out.toString());
  }

  /** Writes a value in the format of Step Functions: {@code {name=value, list=[1, 2]}}. */
  private static void write(Json value, StringBuilder out, Budget budget) {
    budget.enter();
    if (value instanceof JsonArray array) {
      String separator = "[";
      for (Json element : array) {
        out.append(separator);
        write(element, out, budget);
        separator = ", ";
      }
      out.append(array.length() == 0 ? "[]" : "]");
    } else if (value instanceof JsonObject object) {
      out.append('{');
      int start = out.length();
      object
          .members()
          .forEach(
              (name, member) -> {
                out.append(out.length() == start ? "" : ", ").append(name).append('=');
                write(member, out, budget);
              });
      out.append('}');
    } else {
      out.append(value.asText());
    }
    budget.leave();
  }

  /** Splits at each character of the second argument and drops empty parts. */
  static Json split(FunctionArguments given) {
    String text = given.text(0);
    String splitters = given.text(1);
    given.budget().visit((text.length() + 1L) * (splitters.length() + 1L) / 16);
    given.budget().produce(text.length() * 2L);
    List<Json> parts = new ArrayList<>();
    int start = 0;
    int next;
    for (int i = 0; i <= text.length(); i = next) {
      boolean ends = i == text.length();
      next = ends ? i + 1 : text.offsetByCodePoints(i, 1);
      if (ends || splitters.indexOf(text.codePointAt(i)) >= 0) {
        if (i > start) {
          parts.add(Json.of(text.substring(start, i)));
        }
        start = next;
      }
    }
    return JsonArray.of(parts);
  }
}
