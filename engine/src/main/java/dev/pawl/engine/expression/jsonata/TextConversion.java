package dev.pawl.engine.expression.jsonata;

import dev.pawl.engine.expression.Budget;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonString;
import java.util.List;
import java.util.Map;

/** Converts values to text: strings unchanged, functions to nothing, all others to JSON. */
final class TextConversion {

  private final Budget budget;
  private final boolean pretty;
  private final StringBuilder out = new StringBuilder();

  private TextConversion(Budget budget, boolean pretty) {
    this.budget = budget;
    this.pretty = pretty;
  }

  static String of(Object value, Budget budget) {
    return of(value, false, budget);
  }

  static String of(Object value, boolean pretty, Budget budget) {
    return switch (value) {
      case JsonString string -> string.value();
      case JsonNumber number -> NumberText.of(number);
      case Double number -> NumberText.of(number);
      case JsonBool bool -> bool.toString();
      case Function function -> "";
      default -> {
        TextConversion texts = new TextConversion(budget, pretty);
        texts.write(value, "\n");
        yield texts.out.toString();
      }
    };
  }

  /** Returns the text as a JSON string, quoted and escaped. */
  static String quote(String text) {
    return new JsonString(text).toString();
  }

  private void write(Object value, String newline) {
    budget.visit(1);
    switch (value) {
      case JsonString string -> quoted(string.value());
      case JsonNumber number -> append(NumberText.of(number));
      case Double number -> append(NumberText.of(number));
      case JsonBool bool -> append(bool.toString());
      case JsonNull nothing -> append("null");
      case Function function -> append("\"\"");
      default -> {
        budget.enter();
        if (Values.isArray(value)) {
          array(Values.items(value), newline);
        } else if (Values.isObject(value)) {
          object(Values.members(value), newline);
        } else {
          append("null");
        }
        budget.leave();
      }
    }
  }

  private void array(List<Object> items, String newline) {
    String inner = newline + "  ";
    String separator = "[";
    for (Object item : items) {
      append(separator);
      indent(inner);
      write(item, inner);
      separator = ",";
    }
    close(items.isEmpty(), newline, "[", "]");
  }

  private void object(Map<String, Object> members, String newline) {
    String inner = newline + "  ";
    String separator = "{";
    for (Map.Entry<String, Object> member : members.entrySet()) {
      append(separator);
      indent(inner);
      quoted(member.getKey());
      append(pretty ? ": " : ":");
      write(member.getValue(), inner);
      separator = ",";
    }
    close(members.isEmpty(), newline, "{", "}");
  }

  private void close(boolean empty, String newline, String open, String close) {
    if (empty) {
      append(open);
    } else {
      indent(newline);
    }
    append(close);
  }

  private void indent(String newline) {
    if (pretty) {
      append(newline);
    }
  }

  private void quoted(String text) {
    budget.produce(text.length() + 2L);
    append(quote(text));
  }

  private void append(String text) {
    budget.produce(text.length());
    out.append(text);
  }
}
