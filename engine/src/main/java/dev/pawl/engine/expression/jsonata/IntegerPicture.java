package dev.pawl.engine.expression.jsonata;

import dev.pawl.engine.expression.Budget;
import dev.pawl.engine.expression.ExpressionException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A format of whole numbers: digits with separators, letters, Roman numerals or words, as in
 * XPath's {@code format-integer}.
 *
 * @param zero code point of the digit zero
 * @param minDigits minimum number of digits
 * @param optionalDigits number of further digits in the picture
 * @param separators separators with their positions, counted from the right
 */
record IntegerPicture(
    Style style,
    Case letters,
    boolean ordinal,
    int zero,
    int minDigits,
    int optionalDigits,
    List<Separator> separators) {

  enum Style {
    DECIMAL,
    LETTERS,
    ROMAN,
    WORDS
  }

  enum Case {
    UPPER,
    LOWER,
    TITLE;

    String apply(String title) {
      return switch (this) {
        case UPPER -> title.toUpperCase(Locale.ROOT);
        case LOWER -> title.toLowerCase(Locale.ROOT);
        case TITLE -> title;
      };
    }
  }

  record Separator(int position, String text) {}

  private static final int MAX_PICTURE = 1000;

  static IntegerPicture of(String picture) {
    if (picture.length() > MAX_PICTURE) {
      throw new ExpressionException("D3130", "the picture is too long");
    }
    int semicolon = picture.lastIndexOf(';');
    String primary = semicolon < 0 ? picture : picture.substring(0, semicolon);
    boolean ordinal = semicolon >= 0 && picture.startsWith("o", semicolon + 1);
    return switch (primary) {
      case "A" -> plain(Style.LETTERS, Case.UPPER, ordinal);
      case "a" -> plain(Style.LETTERS, Case.LOWER, ordinal);
      case "I" -> plain(Style.ROMAN, Case.UPPER, ordinal);
      case "i" -> plain(Style.ROMAN, Case.LOWER, ordinal);
      case "W" -> plain(Style.WORDS, Case.UPPER, ordinal);
      case "w" -> plain(Style.WORDS, Case.LOWER, ordinal);
      case "Ww" -> plain(Style.WORDS, Case.TITLE, ordinal);
      default -> digits(primary, ordinal);
    };
  }

  private static IntegerPicture plain(Style style, Case letters, boolean ordinal) {
    return new IntegerPicture(style, letters, ordinal, '0', 0, 0, List.of());
  }

  private static IntegerPicture digits(String primary, boolean ordinal) {
    int zero = -1;
    int mandatory = 0;
    int optional = 0;
    List<Separator> separators = new ArrayList<>();
    int[] codes = primary.codePoints().toArray();
    for (int i = codes.length - 1; i >= 0; i--) {
      int code = codes[i];
      if (Character.getType(code) == Character.DECIMAL_DIGIT_NUMBER) {
        int family = code - Character.digit(code, 10);
        if (zero >= 0 && zero != family) {
          throw new ExpressionException(
              "D3131", "the digits of a picture must come from one family");
        }
        zero = family;
        mandatory++;
      } else if (code == '#') {
        optional++;
      } else {
        separators.add(new Separator(mandatory + optional, Character.toString(code)));
      }
    }
    if (mandatory == 0) {
      throw new ExpressionException(
          "D3130", "numbers cannot be written as " + TextConversion.quote(primary));
    }
    return new IntegerPicture(
        Style.DECIMAL, Case.LOWER, ordinal, zero, mandatory, optional, separators);
  }

  IntegerPicture withMinDigits(int digits) {
    return new IntegerPicture(
        style, letters, ordinal, zero, digits, optionalDigits, List.copyOf(separators));
  }

  boolean isRegular() {
    return regularInterval() > 0;
  }

  String format(BigInteger value, Budget budget) {
    BigInteger size = value.abs();
    String text =
        switch (style) {
          case DECIMAL -> decimal(size, budget);
          case LETTERS -> Numerals.letters(size, letters == Case.UPPER ? 'A' : 'a');
          case ROMAN -> letters.apply(Numerals.roman(size, budget));
          case WORDS -> letters.apply(NumberWords.of(size, ordinal));
        };
    return value.signum() < 0 ? "-" + text : text;
  }

  private String decimal(BigInteger value, Budget budget) {
    budget.produce(2L * minDigits);
    String digits = value.toString();
    digits = "0".repeat(Math.max(0, minDigits - digits.length())) + digits;
    StringBuilder text = new StringBuilder();
    int interval = regularInterval();
    for (int i = 0; i < digits.length(); i++) {
      int remaining = digits.length() - i;
      if (i > 0) {
        text.append(separator(remaining, interval));
      }
      text.appendCodePoint(digits.charAt(i) - '0' + zero);
    }
    return ordinal ? text + suffix(digits) : text.toString();
  }

  private String separator(int remaining, int interval) {
    if (interval > 0) {
      return remaining % interval == 0 ? separators.getFirst().text() : "";
    }
    return separators.stream()
        .filter(separator -> separator.position() == remaining)
        .map(Separator::text)
        .findFirst()
        .orElse("");
  }

  /**
   * Returns the distance of equal, evenly spaced separators, which repeat beyond the picture; or 0.
   */
  private int regularInterval() {
    if (separators.isEmpty()) {
      return 0;
    }
    String text = separators.getFirst().text();
    int interval = 0;
    for (Separator separator : separators) {
      if (!separator.text().equals(text)) {
        return 0;
      }
      interval = gcd(separator.position(), interval);
    }
    for (int i = 1; i <= separators.size(); i++) {
      int position = i * interval;
      if (separators.stream().noneMatch(separator -> separator.position() == position)) {
        return 0;
      }
    }
    return interval;
  }

  private static int gcd(int a, int b) {
    return b == 0 ? a : gcd(b, a % b);
  }

  private static String suffix(String digits) {
    char last = digits.charAt(digits.length() - 1);
    boolean teen = digits.length() > 1 && digits.charAt(digits.length() - 2) == '1';
    if (teen || last < '1' || last > '3') {
      return "th";
    }
    return last == '1' ? "st" : last == '2' ? "nd" : "rd";
  }

  /** Parses a number; NaN if the text is not one. */
  double parse(String text) {
    return switch (style) {
      case LETTERS -> Numerals.fromLetters(text, letters == Case.UPPER ? 'A' : 'a');
      case ROMAN -> Numerals.fromRoman(text.toUpperCase(Locale.ROOT));
      case WORDS -> NumberWords.parse(text.toLowerCase(Locale.ROOT));
      case DECIMAL -> parseDecimal(text);
    };
  }

  private double parseDecimal(String text) {
    String digits = ordinal && text.length() > 2 ? text.substring(0, text.length() - 2) : text;
    for (Separator separator : separators) {
      digits = digits.replace(separator.text(), "");
    }
    double value = 0;
    int[] codes = digits.codePoints().toArray();
    for (int i = 0; i < codes.length; i++) {
      int digit = codes[i] - zero;
      if (digit < 0 || digit > 9) {
        if (i == 0 && codes[i] == '-' && codes.length > 1) {
          return -parseDecimal(digits.substring(1));
        }
        return i == 0 ? Double.NaN : value;
      }
      value = value * 10 + digit;
    }
    return codes.length == 0 ? Double.NaN : value;
  }
}
