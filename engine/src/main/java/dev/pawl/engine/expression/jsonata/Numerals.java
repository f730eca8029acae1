package dev.pawl.engine.expression.jsonata;

import dev.pawl.engine.expression.Budget;
import java.math.BigInteger;

/** Formats and parses Roman numerals and the letters of spreadsheet columns. */
final class Numerals {

  private static final int[] VALUES = {1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1};
  private static final String[] SIGNS = {
    "M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"
  };

  private Numerals() {}

  static String roman(BigInteger value, Budget budget) {
    BigInteger[] thousands = value.divideAndRemainder(BigInteger.valueOf(1000));
    long count = thousands[0].bitLength() < 40 ? thousands[0].longValue() : Long.MAX_VALUE >> 8;
    budget.produce(count);
    StringBuilder text = new StringBuilder("M".repeat((int) count));
    int rest = thousands[1].intValue();
    for (int i = 1; i < VALUES.length; i++) {
      for (; rest >= VALUES[i]; rest -= VALUES[i]) {
        text.append(SIGNS[i]);
      }
    }
    return text.toString();
  }

  static double fromRoman(String text) {
    double total = 0;
    int largest = 1;
    for (int i = text.length() - 1; i >= 0; i--) {
      int at = "IVXLCDM".indexOf(text.charAt(i));
      if (at < 0) {
        return Double.NaN;
      }
      int value = new int[] {1, 5, 10, 50, 100, 500, 1000}[at];
      total += value < largest ? -value : value;
      largest = Math.max(largest, value);
    }
    return total;
  }

  static String letters(BigInteger value, char first) {
    StringBuilder text = new StringBuilder();
    BigInteger base = BigInteger.valueOf(26);
    for (BigInteger rest = value; rest.signum() > 0; ) {
      BigInteger[] parts = rest.subtract(BigInteger.ONE).divideAndRemainder(base);
      text.append((char) (first + parts[1].intValue()));
      rest = parts[0];
    }
    return text.reverse().toString();
  }

  static double fromLetters(String text, char first) {
    double total = 0;
    for (int i = 0; i < text.length(); i++) {
      int letter = text.charAt(i) - first;
      if (letter < 0 || letter > 25) {
        return Double.NaN;
      }
      total = total * 26 + letter + 1;
    }
    return total;
  }
}
