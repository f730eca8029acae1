package dev.pawl.engine.expression.jsonata;

import static dev.pawl.engine.expression.jsonata.Undefined.UNDEFINED;

import dev.pawl.engine.expression.ExpressionException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Formats numbers with a picture such as {@code #,##0.00}, as in XPath's {@code format-number}. */
final class NumberPicture {

  private static final int MAX_LENGTH = 1000;

  private static final Map<String, String> DEFAULTS =
      Map.of(
          "decimal-separator", ".",
          "grouping-separator", ",",
          "exponent-separator", "e",
          "minus-sign", "-",
          "percent", "%",
          "per-mille", "\u2030",
          "zero-digit", "0",
          "digit", "#",
          "pattern-separator", ";");

  private final Map<String, String> signs;
  private final int zero;
  private final String text;
  private final String prefix;
  private final String suffix;
  private final String integerPart;
  private final String fractionPart;
  private final String exponentPart;
  private final boolean exponentPresent;

  private NumberPicture(String text, Map<String, String> signs) {
    this.text = text;
    this.signs = signs;
    this.zero = sign("zero-digit").codePointAt(0);
    int from = 0;
    while (from < text.length() && !isEdge(text.charAt(from))) {
      from++;
    }
    int to = text.length();
    while (to > from && !isEdge(text.charAt(to - 1))) {
      to--;
    }
    if (from == to) {
      throw error(text.isEmpty() ? "D3085" : "D3086", "a picture needs at least one digit", text);
    }
    prefix = text.substring(0, from);
    suffix = text.substring(to);
    String active = text.substring(from, to);
    int exponent = active.indexOf(sign("exponent-separator"));
    exponentPresent = exponent >= 0;
    exponentPart = exponentPresent ? active.substring(exponent + 1) : "";
    String mantissa = exponentPresent ? active.substring(0, exponent) : active;
    int point = mantissa.indexOf(sign("decimal-separator"));
    integerPart = point < 0 ? mantissa : mantissa.substring(0, point);
    fractionPart = point < 0 ? "" : mantissa.substring(point + 1);
    validate(active, mantissa, point >= 0);
  }

  static String format(Evaluator evaluator, double value, String picture, Object options) {
    if (picture.length() > MAX_LENGTH) {
      throw new ExpressionException("D3080", "the picture is too long");
    }
    evaluator.budget.visit(30L + picture.length());
    evaluator.budget.produce(2L * picture.length() + 400);
    Map<String, String> signs = signs(options);
    String separator = signs.getOrDefault("pattern-separator", ";");
    int at = picture.indexOf(separator);
    if (at >= 0 && picture.indexOf(separator, at + 1) >= 0) {
      throw error("D3080", "a picture has at most one pattern separator", picture);
    }
    NumberPicture positive = new NumberPicture(at < 0 ? picture : picture.substring(0, at), signs);
    if (at < 0) {
      String minus = value < 0 ? positive.sign("minus-sign") : "";
      return minus + positive.write(Math.abs(value));
    }
    NumberPicture negative = new NumberPicture(picture.substring(at + 1), signs);
    return (value < 0 ? negative : positive).write(Math.abs(value));
  }

  private static Map<String, String> signs(Object options) {
    Map<String, String> signs = new HashMap<>(DEFAULTS);
    if (options != UNDEFINED) {
      Values.members(options)
          .forEach(
              (name, value) -> {
                if (Values.isString(value) && !Values.string(value).isEmpty()) {
                  signs.put(name, Values.string(value));
                }
              });
    }
    return signs;
  }

  private String sign(String name) {
    return signs.getOrDefault(name, "");
  }

  private boolean isDigit(char c) {
    return c >= zero && c <= zero + 9;
  }

  private boolean isOptional(char c) {
    return sign("digit").indexOf(c) >= 0;
  }

  private boolean isEdge(char c) {
    return isActive(c) && sign("exponent-separator").indexOf(c) < 0;
  }

  private boolean isActive(char c) {
    return isDigit(c)
        || isOptional(c)
        || sign("decimal-separator").indexOf(c) >= 0
        || sign("grouping-separator").indexOf(c) >= 0
        || sign("exponent-separator").indexOf(c) >= 0
        || sign("pattern-separator").indexOf(c) >= 0;
  }

  private void validate(String active, String mantissa, boolean pointPresent) {
    String grouping = sign("grouping-separator");
    require(count(sign("decimal-separator")) <= 1, "D3081", "more than one decimal separator");
    require(count(sign("percent")) <= 1, "D3082", "more than one percent sign");
    require(count(sign("per-mille")) <= 1, "D3083", "more than one per-mille sign");
    require(
        count(sign("percent")) + count(sign("per-mille")) <= 1,
        "D3084",
        "both a percent and a per-mille sign");
    require(
        mantissa.chars().anyMatch(c -> isDigit((char) c) || isOptional((char) c)),
        "D3085",
        "no digit in its mantissa");
    require(
        active.chars().allMatch(c -> isActive((char) c)),
        "D3086",
        "other characters between its digits");
    if (pointPresent) {
      require(
          !integerPart.endsWith(grouping) && !fractionPart.startsWith(grouping),
          "D3087",
          "a grouping separator next to the decimal separator");
    } else {
      require(!integerPart.endsWith(grouping), "D3088", "a grouping separator at its end");
    }
    require(!text.contains(grouping + grouping), "D3089", "two grouping separators in a row");
    require(
        !hasDigitBeforeOptional(integerPart), "D3090", "an optional digit behind a required one");
    require(
        !hasDigitBeforeOptional(new StringBuilder(fractionPart).reverse().toString()),
        "D3091",
        "a required fractional digit behind an optional one");
    if (exponentPresent) {
      require(
          count(sign("percent")) + count(sign("per-mille")) == 0,
          "D3092",
          "an exponent together with a percent or per-mille sign");
      require(
          !exponentPart.isEmpty() && exponentPart.chars().allMatch(c -> isDigit((char) c)),
          "D3093",
          "an exponent that is not made of digits");
    }
  }

  private void require(boolean condition, String code, String problem) {
    if (!condition) {
      throw error(code, "the picture has " + problem, text);
    }
  }

  private static ExpressionException error(String code, String message, String picture) {
    return new ExpressionException(code, message + ": " + TextConversion.quote(picture));
  }

  private int count(String sign) {
    return sign.isEmpty() ? 0 : (text.length() - text.replace(sign, "").length()) / sign.length();
  }

  private boolean hasDigitBeforeOptional(String part) {
    boolean digit = false;
    for (int i = 0; i < part.length(); i++) {
      if (isOptional(part.charAt(i)) && digit) {
        return true;
      }
      digit |= isDigit(part.charAt(i));
    }
    return false;
  }

  private int digits(String part, boolean optionalToo) {
    return (int)
        part.chars().filter(c -> isDigit((char) c) || optionalToo && isOptional((char) c)).count();
  }

  private String write(double value) {
    BigDecimal adjusted = BigDecimal.valueOf(value);
    if (count(sign("percent")) > 0) {
      adjusted = adjusted.movePointRight(2);
    } else if (count(sign("per-mille")) > 0) {
      adjusted = adjusted.movePointRight(3);
    }
    int scaling = digits(integerPart, false);
    int minWhole = scaling;
    int minFraction = digits(fractionPart, false);
    int maxFraction = digits(fractionPart, true);
    if (minWhole == 0 && maxFraction == 0) {
      if (exponentPresent) {
        minFraction = 1;
        maxFraction = 1;
      } else {
        minWhole = 1;
      }
    }
    if (exponentPresent
        && minWhole == 0
        && integerPart.chars().anyMatch(c -> isOptional((char) c))) {
      minWhole = 1;
    }
    if (minWhole == 0 && minFraction == 0) {
      minFraction = 1;
    }
    int exponent = 0;
    if (exponentPresent && adjusted.signum() != 0) {
      exponent = adjusted.precision() - adjusted.scale() - scaling;
      adjusted = adjusted.movePointLeft(exponent);
    }
    BigDecimal rounded = adjusted.setScale(maxFraction, RoundingMode.HALF_EVEN);
    return prefix
        + localized(mantissa(rounded, minWhole, minFraction))
        + (exponentPresent ? exponent(exponent) : "")
        + suffix;
  }

  private String mantissa(BigDecimal value, int minWhole, int minFraction) {
    String plain = value.toPlainString();
    int point = plain.indexOf('.');
    String whole = point < 0 ? plain : plain.substring(0, point);
    String fraction = point < 0 ? "" : plain.substring(point + 1);
    whole = whole.replaceFirst("^0+", "");
    fraction = fraction.replaceFirst("0+$", "");
    whole = "0".repeat(Math.max(0, minWhole - whole.length())) + whole;
    fraction = fraction + "0".repeat(Math.max(0, minFraction - fraction.length()));
    String grouped = grouped(whole);
    return fraction.isEmpty()
        ? grouped
        : grouped + sign("decimal-separator") + groupedFraction(fraction);
  }

  private String grouped(String whole) {
    List<Integer> positions = new ArrayList<>();
    for (int i = 0; i < integerPart.length(); i++) {
      if (sign("grouping-separator").indexOf(integerPart.charAt(i)) >= 0) {
        positions.add(digits(integerPart.substring(i + 1), true));
      }
    }
    int interval = interval(positions);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < whole.length(); i++) {
      int remaining = whole.length() - i;
      boolean separated = interval > 0 ? remaining % interval == 0 : positions.contains(remaining);
      text.append(i > 0 && separated ? sign("grouping-separator") : "").append(whole.charAt(i));
    }
    return text.toString();
  }

  private String groupedFraction(String fraction) {
    List<Integer> positions = new ArrayList<>();
    for (int i = 0; i < fractionPart.length(); i++) {
      if (sign("grouping-separator").indexOf(fractionPart.charAt(i)) >= 0) {
        positions.add(digits(fractionPart.substring(0, i), true));
      }
    }
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < fraction.length(); i++) {
      text.append(positions.contains(i) ? sign("grouping-separator") : "");
      text.append(fraction.charAt(i));
    }
    return text.toString();
  }

  /** Returns the distance of evenly spaced separators, which repeat beyond the picture; or 0. */
  private static int interval(List<Integer> positions) {
    if (positions.isEmpty()) {
      return 0;
    }
    int smallest = positions.getLast();
    for (int i = 0; i < positions.size(); i++) {
      if (positions.get(positions.size() - 1 - i) != smallest * (i + 1)) {
        return 0;
      }
    }
    return smallest;
  }

  private String exponent(int exponent) {
    String digits = Integer.toString(Math.abs(exponent));
    String padding = "0".repeat(Math.max(0, digits(exponentPart, false) - digits.length()));
    return sign("exponent-separator")
        + (exponent < 0 ? sign("minus-sign") : "")
        + localized(padding + digits);
  }

  private String localized(String text) {
    if (zero == '0') {
      return text;
    }
    StringBuilder local = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      local.appendCodePoint(c >= '0' && c <= '9' ? c - '0' + zero : c);
    }
    return local.toString();
  }
}
