package dev.pawl.engine.expression.jsonata;

import static dev.pawl.engine.expression.jsonata.Undefined.UNDEFINED;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.pawl.engine.expression.ExpressionException;
import dev.pawl.engine.expression.jsonata.Function.BuiltIn;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonString;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Functions that search text with a string, a regular expression or a matcher function. */
final class RegexFunctions {

  private RegexFunctions() {}

  static List<BuiltIn> all() {
    return List.of(
        BuiltIn.of("match", "<s-f<s:o>n?:a<o>>", 3, RegexFunctions::matches),
        BuiltIn.of("contains", "<s-(sf):b>", 2, RegexFunctions::contains),
        BuiltIn.of("replace", "<s-(sf)(sf)n?:s>", 4, RegexFunctions::replace),
        BuiltIn.of("split", "<s-(sf)n?:a<s>>", 3, RegexFunctions::split));
  }

  /** A match, in the form that matcher functions return. */
  private record Match(String text, int start, int end, Object groups, Object next) {}

  static Object match(Evaluator evaluator, Function.Matcher matcher, Object[] arguments) {
    Object text = arguments.length == 0 ? UNDEFINED : arguments[0];
    if (!Values.isString(text)) {
      return UNDEFINED;
    }
    double from =
        arguments.length > 1 && Values.isNumber(arguments[1]) ? Values.number(arguments[1]) : 0;
    return find(evaluator, matcher.pattern(), Values.string(text), (int) Math.max(0, from));
  }

  static Object next(Evaluator evaluator, Function.NextMatch next) {
    if (next.from() >= next.text().length()) {
      return UNDEFINED;
    }
    Object match = find(evaluator, next.pattern(), next.text(), next.from());
    if (match instanceof Struct struct
        && Values.member(struct, "start").equals(Values.member(struct, "end"))) {
      throw new ExpressionException(
          "D1004", "the regular expression matches the empty string, which would never end");
    }
    return match;
  }

  private static Object find(Evaluator evaluator, Pattern pattern, String text, int from) {
    Matcher matcher = pattern.matcher(new CountedText(text, evaluator.budget));
    if (from > text.length() || !matcher.find(from)) {
      return UNDEFINED;
    }
    List<Object> groups = new ArrayList<>();
    for (int i = 1; i <= matcher.groupCount(); i++) {
      String group = matcher.group(i);
      evaluator.budget.produce(Values.SLOT + (group == null ? 0L : group.length()));
      groups.add(group == null ? Json.of("") : Json.of(group));
    }
    evaluator.budget.produce(5L * Values.MEMBER + matcher.end() - matcher.start());
    Map<String, Object> match = new LinkedHashMap<>();
    match.put("match", Json.of(matcher.group()));
    match.put("start", Evaluator.whole(matcher.start()));
    match.put("end", Evaluator.whole(matcher.end()));
    match.put("groups", Sequence.array(groups));
    match.put("next", new Function.NextMatch(pattern, text, matcher.end()));
    return new Struct(match);
  }

  private static @Nullable Match first(Evaluator evaluator, Object function, Object text) {
    return asMatch(evaluator.calls.invokeWithin((Function) function, text));
  }

  private static @Nullable Match following(Evaluator evaluator, Match match) {
    return match.next() instanceof Function next
        ? asMatch(evaluator.calls.invokeWithin(next, UNDEFINED))
        : null;
  }

  private static @Nullable Match asMatch(Object value) {
    if (value == UNDEFINED) {
      return null;
    }
    if (!Values.isObject(value)
        || !Values.isNumber(Values.member(value, "start"))
        || !Values.isNumber(Values.member(value, "end"))
        || !Values.isArray(Values.member(value, "groups"))
        || !Values.isString(Values.member(value, "match"))) {
      throw new ExpressionException(
          "T1010", "a function used to match must return match, start, end, groups and next");
    }
    return new Match(
        Values.string(Values.member(value, "match")),
        (int) Values.number(Values.member(value, "start")),
        (int) Values.number(Values.member(value, "end")),
        Values.member(value, "groups"),
        Values.member(value, "next"));
  }

  private static double limit(Object limit, String code) {
    if (limit == UNDEFINED) {
      return Double.POSITIVE_INFINITY;
    }
    double value = Values.number(limit);
    if (value < 0) {
      throw new ExpressionException(code, "the limit must not be negative");
    }
    return Math.floor(value);
  }

  private static Object matches(Evaluator evaluator, Object[] a) {
    if (a[0] == UNDEFINED) {
      return UNDEFINED;
    }
    double limit = limit(a[2], "D3040");
    List<Object> found = new ArrayList<>();
    Match match = limit > 0 ? first(evaluator, a[1], a[0]) : null;
    while (match != null && found.size() < limit) {
      Map<String, Object> members = new LinkedHashMap<>();
      members.put("match", Json.of(match.text()));
      members.put("index", Evaluator.whole(match.start()));
      members.put("groups", match.groups());
      evaluator.budget.produce(4L * Values.MEMBER);
      found.add(new Struct(members));
      match = following(evaluator, match);
    }
    return Sequence.fluid(found);
  }

  private static Object contains(Evaluator evaluator, Object[] a) {
    if (a[0] == UNDEFINED || a[1] == UNDEFINED) {
      return UNDEFINED;
    }
    if (a[1] instanceof Function) {
      return JsonBool.of(first(evaluator, a[1], a[0]) != null);
    }
    String text = Values.string(a[0]);
    StringFunctions.payForSearch(evaluator, text, Values.string(a[1]));
    return JsonBool.of(text.contains(Values.string(a[1])));
  }

  private static Object replace(Evaluator evaluator, Object[] a) {
    if (a[0] == UNDEFINED) {
      return UNDEFINED;
    }
    double limit = limit(a[3], "D3011");
    String text = Values.string(a[0]);
    if (!(a[1] instanceof Function)) {
      return a[1] == UNDEFINED ? a[0] : replaceText(evaluator, text, a[1], a[2], limit);
    }
    StringBuilder result = new StringBuilder();
    int position = 0;
    Match match = limit > 0 ? first(evaluator, a[1], a[0]) : null;
    for (int count = 0; match != null && count < limit; count++) {
      String replacement = replacement(evaluator, a[2], match);
      int start = Math.min(Math.max(position, match.start()), text.length());
      append(evaluator, result, text.substring(position, start));
      append(evaluator, result, replacement);
      position = Math.min(start + match.text().length(), text.length());
      match = following(evaluator, match);
    }
    append(evaluator, result, text.substring(position));
    return Json.of(result.toString());
  }

  private static Object replaceText(
      Evaluator evaluator, String text, Object pattern, Object replacement, double limit) {
    String searched = Values.string(pattern);
    if (searched.isEmpty()) {
      throw new ExpressionException("D3010", "the text to be replaced must not be empty");
    }
    StringFunctions.payForSearch(evaluator, text, searched);
    StringBuilder result = new StringBuilder();
    int position = 0;
    int at = text.indexOf(searched);
    for (int count = 0; at >= 0 && count < limit; count++) {
      append(evaluator, result, text.substring(position, at));
      Sequence none = Sequence.array(List.of());
      Match match = new Match(searched, at, at + searched.length(), none, UNDEFINED);
      append(
          evaluator,
          result,
          replacement instanceof JsonString plain
              ? plain.value()
              : replacement(evaluator, replacement, match));
      position = at + searched.length();
      at = text.indexOf(searched, position);
    }
    append(evaluator, result, text.substring(position));
    return Json.of(result.toString());
  }

  private static void append(Evaluator evaluator, StringBuilder result, String text) {
    evaluator.budget.visit(1 + text.length() / 64);
    evaluator.budget.produce(text.length());
    result.append(text);
  }

  private static String replacement(Evaluator evaluator, Object replacement, Match match) {
    if (replacement instanceof JsonString template) {
      return expand(evaluator, template.value(), match.text(), Values.items(match.groups()));
    }
    if (!(replacement instanceof Function function)) {
      return "";
    }
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("match", Json.of(match.text()));
    members.put("start", Evaluator.whole(match.start()));
    members.put("end", Evaluator.whole(match.end()));
    members.put("groups", match.groups());
    Object result = evaluator.calls.invokeWithin(function, new Struct(members));
    if (!Values.isString(result)) {
      throw new ExpressionException(
          "D3012", "a function that replaces must return a string, not " + Values.describe(result));
    }
    return Values.string(result);
  }

  /**
   * Replaces {@code $0} by the match, {@code $1} and so on by groups, and {@code $$} by a dollar.
   */
  private static String expand(
      Evaluator evaluator, String template, String match, List<Object> groups) {
    StringBuilder text = new StringBuilder();
    int position = 0;
    for (int at = template.indexOf('$'); at >= 0; at = template.indexOf('$', position)) {
      text.append(template, position, at);
      position = at + 1;
      char next = position < template.length() ? template.charAt(position) : 0;
      if (next == '$') {
        text.append('$');
        position++;
      } else if (next == '0') {
        text.append(match);
        position++;
      } else if (next >= '1' && next <= '9') {
        int digits = groupDigits(template, position, groups.size());
        int number = Integer.parseInt(template.substring(position, position + digits));
        if (number <= groups.size()) {
          text.append(TextConversion.of(groups.get(number - 1), evaluator.budget));
        }
        position += digits;
      } else {
        text.append('$');
      }
    }
    return text.append(template, position, template.length()).toString();
  }

  /** Returns how many of the digits at a position refer to a group. */
  private static int groupDigits(String template, int position, int groups) {
    int most = Math.min(Integer.toString(groups).length(), template.length() - position);
    int digits = 1;
    while (digits < most && Character.digit(template.charAt(position + digits), 10) >= 0) {
      digits++;
    }
    int number = Integer.parseInt(template.substring(position, position + digits));
    return digits > 1 && number > groups ? digits - 1 : digits;
  }

  private static Object split(Evaluator evaluator, Object[] a) {
    if (a[0] == UNDEFINED) {
      return UNDEFINED;
    }
    double limit = limit(a[2], "D3020");
    String text = Values.string(a[0]);
    evaluator.budget.produce(text.length());
    List<Object> parts = new ArrayList<>();
    if (!(a[1] instanceof Function)) {
      if (a[1] == UNDEFINED) {
        parts.add(a[0]);
      } else if (Values.string(a[1]).isEmpty()) {
        characters(evaluator, text, limit, parts);
      } else {
        splitText(evaluator, text, Values.string(a[1]), limit, parts);
      }
      return Sequence.array(parts);
    }
    int position = 0;
    Match match = first(evaluator, a[1], a[0]);
    while (match != null && parts.size() < limit) {
      evaluator.produceSlots(1);
      int start = Math.min(Math.max(position, match.start()), text.length());
      parts.add(Json.of(text.substring(position, start)));
      position = Math.min(Math.max(start, match.end()), text.length());
      match = following(evaluator, match);
    }
    if (parts.size() < limit) {
      parts.add(Json.of(text.substring(position)));
    }
    return Sequence.array(parts);
  }

  private static void splitText(
      Evaluator evaluator, String text, String separator, double limit, List<Object> parts) {
    StringFunctions.payForSearch(evaluator, text, separator);
    int position = 0;
    while (parts.size() < limit) {
      evaluator.produceSlots(1);
      int at = text.indexOf(separator, position);
      if (at < 0) {
        parts.add(Json.of(text.substring(position)));
        return;
      }
      parts.add(Json.of(text.substring(position, at)));
      position = at + separator.length();
    }
  }

  private static void characters(
      Evaluator evaluator, String text, double limit, List<Object> parts) {
    int position = 0;
    while (parts.size() < limit && position < text.length()) {
      evaluator.produceSlots(1);
      int end = text.offsetByCodePoints(position, 1);
      parts.add(Json.of(text.substring(position, end)));
      position = end;
    }
  }
}
