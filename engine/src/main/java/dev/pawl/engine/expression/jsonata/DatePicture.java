package dev.pawl.engine.expression.jsonata;

import dev.pawl.engine.expression.ExpressionException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A parsed date picture such as {@code [D1o] [MNn] [Y0001]}. */
record DatePicture(List<Part> parts) {

  private static final int MAX_LENGTH = 1000;

  private static final Map<Character, String> DEFAULTS = defaults();

  /** The picture of ISO 8601 with milliseconds. */
  static final DatePicture ISO = of("[Y0001]-[M01]-[D01]T[H01]:[m01]:[s01].[f001][Z01:01t]");

  sealed interface Part {}

  record Text(String text) implements Part {}

  /**
   * A component of a date in brackets.
   *
   * @param component a letter such as Y or M
   * @param names case of the name; empty if the component is not written as a name
   * @param number format of the number; empty if the component is not written as a number
   * @param zulu true if an offset of zero is written as Z
   * @param maxWidth length of a shortened name; 0 if it is not shortened
   * @param yearDigits number of digits of the year; 0 for all
   */
  record Marker(
      char component,
      Optional<IntegerPicture.Case> names,
      Optional<IntegerPicture> number,
      boolean zulu,
      int maxWidth,
      int yearDigits)
      implements Part {}

  private static Map<Character, String> defaults() {
    Map<Character, String> defaults = new HashMap<>();
    "YMDdWwXxHhf".chars().forEach(c -> defaults.put((char) c, "1"));
    "FPCE".chars().forEach(c -> defaults.put((char) c, "n"));
    "ms".chars().forEach(c -> defaults.put((char) c, "01"));
    "Zz".chars().forEach(c -> defaults.put((char) c, "01:01"));
    return Map.copyOf(defaults);
  }

  static DatePicture of(String picture) {
    if (picture.length() > MAX_LENGTH) {
      throw new ExpressionException("D3135", "the picture is too long");
    }
    List<Part> parts = new ArrayList<>();
    int start = 0;
    int at = picture.indexOf('[');
    while (at >= 0) {
      addText(parts, picture.substring(start, at));
      if (picture.startsWith("[[", at)) {
        parts.add(new Text("["));
        start = at + 2;
      } else {
        int end = picture.indexOf(']', at);
        if (end < 0) {
          throw new ExpressionException(
              "D3135", "the picture has no closing bracket: " + TextConversion.quote(picture));
        }
        parts.add(marker(picture.substring(at + 1, end).replaceAll("\\s+", "")));
        start = end + 1;
      }
      at = picture.indexOf('[', start);
    }
    addText(parts, picture.substring(start));
    return new DatePicture(List.copyOf(parts));
  }

  private static void addText(List<Part> parts, String text) {
    if (!text.isEmpty()) {
      parts.add(new Text(text.replace("]]", "]")));
    }
  }

  private static Marker marker(String text) {
    char component = text.isEmpty() ? 0 : text.charAt(0);
    int comma = text.lastIndexOf(',');
    String modifiers = text.isEmpty() ? "" : text.substring(1, comma < 1 ? text.length() : comma);
    int[] widths = comma < 1 ? new int[2] : widths(text.substring(comma + 1));
    char last = modifiers.length() > 1 ? modifiers.charAt(modifiers.length() - 1) : 0;
    boolean second = last == 'a' || last == 't' || last == 'c' || last == 'o';
    String first =
        modifiers.isEmpty()
            ? DEFAULTS.getOrDefault(component, "")
            : second ? modifiers.substring(0, modifiers.length() - 1) : modifiers;
    if (!DEFAULTS.containsKey(component) || first.isEmpty()) {
      throw new ExpressionException(
          "D3132", "the picture has the unknown component " + TextConversion.quote(text));
    }
    Optional<IntegerPicture.Case> names = names(first);
    Optional<IntegerPicture> number =
        names.isPresent() || "PCE".indexOf(component) >= 0
            ? Optional.empty()
            : Optional.of(number(first + (last == 'o' ? ";o" : ""), component, widths));
    int yearDigits = component == 'Y' ? number.map(n -> yearDigits(n, widths[1])).orElse(0) : 0;
    return new Marker(component, names, number, last == 't', widths[1], yearDigits);
  }

  private static Optional<IntegerPicture.Case> names(String modifier) {
    if (modifier.startsWith("n")) {
      return Optional.of(IntegerPicture.Case.LOWER);
    }
    if (modifier.startsWith("N")) {
      return Optional.of(
          modifier.startsWith("Nn") ? IntegerPicture.Case.TITLE : IntegerPicture.Case.UPPER);
    }
    return Optional.empty();
  }

  private static IntegerPicture number(String modifier, char component, int[] widths) {
    IntegerPicture picture = IntegerPicture.of(modifier);
    int digits = Math.max(picture.minDigits(), widths[0]);
    if (component == 'Y' && widths[1] > 0) {
      digits = widths[1];
    }
    return digits == picture.minDigits() ? picture : picture.withMinDigits(digits);
  }

  private static int yearDigits(IntegerPicture number, int maxWidth) {
    int digits = maxWidth > 0 ? maxWidth : number.minDigits() + number.optionalDigits();
    return maxWidth > 0 || digits >= 2 ? digits : 0;
  }

  /** Returns the minimum and the maximum width; 0 for one that is not limited. */
  private static int[] widths(String text) {
    int dash = text.indexOf('-');
    return new int[] {
      width(dash < 0 ? text : text.substring(0, dash)),
      dash < 0 ? 0 : width(text.substring(dash + 1))
    };
  }

  private static int width(String text) {
    return text.matches("[0-9]{1,3}") ? Integer.parseInt(text) : 0;
  }
}
