package dev.pawl.engine.expression.jsonata;

import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Formats and parses numbers in English words. */
final class NumberWords {

  private static final List<String> FEW =
      List.of(
          ("Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen"
                  + " Fifteen Sixteen Seventeen Eighteen Nineteen")
              .split(" "));
  private static final List<String> FEW_ORDINALS =
      List.of(
          ("Zeroth First Second Third Fourth Fifth Sixth Seventh Eighth Ninth Tenth Eleventh"
                  + " Twelfth Thirteenth Fourteenth Fifteenth Sixteenth Seventeenth Eighteenth"
                  + " Nineteenth")
              .split(" "));
  private static final List<String> TENS =
      List.of("Twenty Thirty Forty Fifty Sixty Seventy Eighty Ninety".split(" "));
  private static final List<String> MAGNITUDES =
      List.of("Thousand", "Million", "Billion", "Trillion");

  static final Map<String, Double> VALUES = values();

  private NumberWords() {}

  private static Map<String, Double> values() {
    Map<String, Double> values = new HashMap<>();
    for (int i = 0; i < FEW.size(); i++) {
      values.put(FEW.get(i).toLowerCase(Locale.ROOT), (double) i);
      values.put(FEW_ORDINALS.get(i).toLowerCase(Locale.ROOT), (double) i);
    }
    for (int i = 0; i < TENS.size(); i++) {
      String word = TENS.get(i).toLowerCase(Locale.ROOT);
      values.put(word, (i + 2) * 10.0);
      values.put(word.substring(0, word.length() - 1) + "ieth", (i + 2) * 10.0);
    }
    values.put("hundred", 100.0);
    values.put("hundredth", 100.0);
    for (int i = 0; i < MAGNITUDES.size(); i++) {
      double value = BigInteger.TEN.pow(3 * (i + 1)).doubleValue();
      values.put(MAGNITUDES.get(i).toLowerCase(Locale.ROOT), value);
      values.put(MAGNITUDES.get(i).toLowerCase(Locale.ROOT) + "th", value);
    }
    return Map.copyOf(values);
  }

  /** Returns the words of a number in title case. */
  static String of(BigInteger value, boolean ordinal) {
    return words(value, false, ordinal);
  }

  private static String words(BigInteger value, boolean continued, boolean ordinal) {
    if (value.bitLength() > 10 || value.intValue() >= 1000) {
      return large(value, continued, ordinal);
    }
    int number = value.intValue();
    if (number < 100) {
      return (continued ? " and " : "") + small(number, ordinal);
    }
    String head = (continued ? ", " : "") + FEW.get(number / 100) + " Hundred";
    return head + tail(BigInteger.valueOf(number % 100), ordinal);
  }

  private static String small(int number, boolean ordinal) {
    if (number < 20) {
      return ordinal ? FEW_ORDINALS.get(number) : FEW.get(number);
    }
    String ten = TENS.get(number / 10 - 2);
    if (number % 10 > 0) {
      return ten + "-" + small(number % 10, ordinal);
    }
    return ordinal ? ten.substring(0, ten.length() - 1) + "ieth" : ten;
  }

  private static String large(BigInteger value, boolean continued, boolean ordinal) {
    int magnitude = Math.min((value.toString().length() - 1) / 3, MAGNITUDES.size());
    BigInteger[] parts = value.divideAndRemainder(BigInteger.TEN.pow(3 * magnitude));
    String head = words(parts[0], false, false) + " " + MAGNITUDES.get(magnitude - 1);
    return (continued ? ", " : "") + head + tail(parts[1], ordinal);
  }

  private static String tail(BigInteger rest, boolean ordinal) {
    if (rest.signum() > 0) {
      return words(rest, true, ordinal);
    }
    return ordinal ? "th" : "";
  }

  /** Returns the value of the words; NaN if one of them is unknown. */
  static double parse(String text) {
    Deque<Double> parts = new ArrayDeque<>();
    parts.push(0.0);
    for (String word : text.split(",\\s|\\sand\\s|[\\s-]")) {
      Double value = VALUES.get(word);
      if (value == null) {
        return Double.NaN;
      }
      double top = parts.pop();
      if (value >= 100) {
        parts.push(top * value);
      } else if (top >= 1000) {
        parts.push(top);
        parts.push(value);
      } else {
        parts.push(top + value);
      }
    }
    return parts.stream().mapToDouble(Double::doubleValue).sum();
  }
}
