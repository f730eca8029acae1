package dev.pawl.engine.expression.jsonata;

import static dev.pawl.engine.expression.jsonata.Undefined.UNDEFINED;

import dev.pawl.engine.expression.jsonata.Function.BuiltIn;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonString;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/** Functions on text. Positions and lengths count code points. */
final class StringFunctions {

  private StringFunctions() {}

  static List<BuiltIn> all() {
    return List.of(
        BuiltIn.of("string", "<x-b?:s>", 1, StringFunctions::string),
        BuiltIn.of("substring", "<s-nn?:s>", 3, StringFunctions::substring),
        BuiltIn.of("substringBefore", "<s-s:s>", 2, (e, a) -> around(e, a, true)),
        BuiltIn.of("substringAfter", "<s-s:s>", 2, (e, a) -> around(e, a, false)),
        BuiltIn.of("lowercase", "<s-:s>", 1, map(text -> text.toLowerCase(Locale.ROOT))),
        BuiltIn.of("uppercase", "<s-:s>", 1, map(text -> text.toUpperCase(Locale.ROOT))),
        BuiltIn.of("trim", "<s-:s>", 1, map(StringFunctions::trim)),
        BuiltIn.of("length", "<s-:n>", 1, StringFunctions::length),
        BuiltIn.of("pad", "<s-ns?:s>", 3, StringFunctions::pad),
        BuiltIn.of("join", "<a<s>s?:s>", 2, StringFunctions::join));
  }

  /** Creates a function from text to text of at most about the same length. */
  private static BuiltIn.Body map(UnaryOperator<String> change) {
    return (evaluator, a) -> {
      if (a[0] == UNDEFINED) {
        return UNDEFINED;
      }
      String text = Values.string(a[0]);
      evaluator.budget.produce(text.length());
      return new JsonString(change.apply(text));
    };
  }

  private static Object string(Evaluator evaluator, Object[] a) {
    if (a[0] == UNDEFINED || a[0] instanceof JsonString) {
      return a[0];
    }
    return new JsonString(TextConversion.of(a[0], a[1] == JsonBool.TRUE, evaluator.budget));
  }

  private static Object substring(Evaluator evaluator, Object[] a) {
    if (a[0] == UNDEFINED) {
      return UNDEFINED;
    }
    String text = Values.string(a[0]);
    evaluator.budget.visit(text.length() / Values.CHARACTERS_PER_VISIT);
    int count = text.codePointCount(0, text.length());
    double start = a[1] == UNDEFINED ? 0 : Values.number(a[1]);
    start = count + start < 0 ? 0 : start;
    double end = count;
    if (a[2] != UNDEFINED) {
      double length = Values.number(a[2]);
      if (length <= 0) {
        return Json.of("");
      }
      end = (start >= 0 ? start : count + start) + length;
    }
    int from = position(start < 0 ? count + start : start, count);
    int to = position(end, count);
    if (from >= to) {
      return Json.of("");
    }
    int first = text.offsetByCodePoints(0, from);
    int last = text.offsetByCodePoints(first, to - from);
    evaluator.budget.produce(last - first);
    return Json.of(text.substring(first, last));
  }

  private static int position(double position, int count) {
    return (int) Math.max(0, Math.min(position, count));
  }

  private static Object around(Evaluator evaluator, Object[] a, boolean before) {
    if (a[0] == UNDEFINED || a[1] == UNDEFINED) {
      return a[0];
    }
    String text = Values.string(a[0]);
    String mark = Values.string(a[1]);
    payForSearch(evaluator, text, mark);
    int at = text.indexOf(mark);
    if (at < 0) {
      return a[0];
    }
    String part = before ? text.substring(0, at) : text.substring(at + mark.length());
    evaluator.budget.produce(part.length());
    return Json.of(part);
  }

  /** Charges the budget for a search, which may compare the searched text at every position. */
  static void payForSearch(Evaluator evaluator, String text, String searched) {
    evaluator.budget.visit((long) text.length() * (searched.length() + 16L) / 1024);
  }

  /** Replaces each run of white space by one space and removes it at both ends. */
  private static String trim(String text) {
    StringBuilder trimmed = new StringBuilder(text.length());
    boolean gap = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
        gap = !trimmed.isEmpty();
      } else {
        trimmed.append(gap ? " " : "").append(c);
        gap = false;
      }
    }
    return trimmed.toString();
  }

  private static Object length(Evaluator evaluator, Object[] a) {
    if (a[0] == UNDEFINED) {
      return UNDEFINED;
    }
    String text = Values.string(a[0]);
    evaluator.budget.visit(text.length() / Values.CHARACTERS_PER_VISIT);
    return Evaluator.whole(text.codePointCount(0, text.length()));
  }

  private static Object pad(Evaluator evaluator, Object[] a) {
    if (a[0] == UNDEFINED || a[1] == UNDEFINED) {
      return a[0];
    }
    String text = Values.string(a[0]);
    String filler = a[2] == UNDEFINED || Values.string(a[2]).isEmpty() ? " " : Values.string(a[2]);
    double width = Values.number(a[1]);
    long missing = (long) Math.abs(width) - text.codePointCount(0, text.length());
    if (missing <= 0) {
      return a[0];
    }
    evaluator.budget.produce(missing);
    evaluator.budget.produce(missing + text.length());
    int[] characters = filler.codePoints().toArray();
    StringBuilder padding = new StringBuilder();
    for (int i = 0; i < missing; i++) {
      padding.appendCodePoint(characters[i % characters.length]);
    }
    return Json.of(width > 0 ? text + padding : padding + text);
  }

  private static Object join(Evaluator evaluator, Object[] a) {
    if (a[0] == UNDEFINED) {
      return UNDEFINED;
    }
    String separator = a[1] == UNDEFINED ? "" : Values.string(a[1]);
    StringBuilder joined = new StringBuilder();
    String before = "";
    for (Object item : Values.items(a[0])) {
      String text = Values.string(item);
      evaluator.budget.visit(1);
      evaluator.budget.produce((long) before.length() + text.length());
      joined.append(before).append(text);
      before = separator;
    }
    return Json.of(joined.toString());
  }
}
