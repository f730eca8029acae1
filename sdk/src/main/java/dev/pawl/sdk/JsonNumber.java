package dev.pawl.sdk;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A JSON number of bounded size: at most {@value #MAX_DIGITS} digits, smaller than 10 to the power
 * of {@value #MAX_EXPONENT}, and not closer to zero than 10 to the power of -{@value
 * #MAX_EXPONENT}. The bound keeps arithmetic on any value cheap.
 */
public final class JsonNumber implements Json, Comparable<JsonNumber> {

  public static final int MAX_DIGITS = 100;
  public static final int MAX_EXPONENT = 400;

  /** Every whole number with at most this many digits fits into a long. */
  private static final int MAX_LONG_DIGITS = 18;

  private static final BigDecimal MIN_LONG = BigDecimal.valueOf(Long.MIN_VALUE);
  private static final BigDecimal MAX_LONG = BigDecimal.valueOf(Long.MAX_VALUE);
  private static final JsonNumber[] SMALL = new JsonNumber[1024];

  static {
    for (int i = 0; i < SMALL.length; i++) {
      SMALL[i] = new JsonNumber(i, null);
    }
  }

  private final long whole;
  private final @Nullable BigDecimal big;

  private JsonNumber(long whole, @Nullable BigDecimal big) {
    this.whole = whole;
    this.big = big;
  }

  /** Returns the number with that value. */
  public static JsonNumber of(long value) {
    return value >= 0 && value < SMALL.length ? SMALL[(int) value] : new JsonNumber(value, null);
  }

  /**
   * Returns the shortest decimal that parses to the given double.
   *
   * @throws IllegalArgumentException for NaN and the infinities
   */
  public static JsonNumber of(double value) {
    if (value == Math.rint(value) && Math.abs(value) < 1e15) {
      return of((long) value);
    }
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(value + " has no JSON form");
    }
    return of(BigDecimal.valueOf(value));
  }

  /**
   * Returns the number with that value.
   *
   * @throws IllegalArgumentException if the number has too many digits or too large an exponent
   */
  public static JsonNumber of(BigDecimal value) {
    // Check the exponent first: stripping the zeros of a hostile number takes too long.
    if (value.precision() > MAX_DIGITS + MAX_EXPONENT
        || Math.abs((long) value.precision() - value.scale()) > MAX_EXPONENT) {
      throw outOfRange();
    }
    BigDecimal stripped = value.stripTrailingZeros();
    if (stripped.precision() > MAX_DIGITS) {
      throw outOfRange();
    }
    boolean whole = stripped.scale() <= 0;
    if (whole && stripped.compareTo(MIN_LONG) >= 0 && stripped.compareTo(MAX_LONG) <= 0) {
      return of(stripped.longValueExact());
    }
    return new JsonNumber(0, stripped);
  }

  private static IllegalArgumentException outOfRange() {
    return new IllegalArgumentException(
        "number out of range: at most %d digits, below 1e%d and not closer to zero than 1e-%d"
            .formatted(MAX_DIGITS, MAX_EXPONENT, MAX_EXPONENT));
  }

  /** Returns true if the value has no fraction. */
  public boolean isWhole() {
    return big == null || big.scale() <= 0;
  }

  /** Returns true if the value is a whole number that fits into a long. */
  public boolean isLong() {
    return big == null;
  }

  /**
   * Returns the value of a number for which {@link #isLong()} is true.
   *
   * @throws ArithmeticException for any other number
   */
  public long longValue() {
    return big == null ? whole : big.longValueExact();
  }

  @Override
  public long asLong() {
    if (big != null) {
      throw new IllegalStateException("expected a whole number that fits into a long, got " + this);
    }
    return whole;
  }

  public double doubleValue() {
    return big == null ? whole : big.doubleValue();
  }

  public BigDecimal decimalValue() {
    return big == null ? BigDecimal.valueOf(whole) : big;
  }

  public BigInteger integerValue() {
    return decimalValue().toBigInteger();
  }

  @Override
  public int compareTo(JsonNumber other) {
    return big == null && other.big == null
        ? Long.compare(whole, other.whole)
        : decimalValue().compareTo(other.decimalValue());
  }

  @Override
  public String kind() {
    return "number";
  }

  @Override
  public long size() {
    if (big == null) {
      return digits(whole) + (whole < 0 ? 1L : 0L);
    }
    if (!isPlain(big)) {
      return toString().length();
    }
    long before = Math.max(big.precision() - big.scale(), 1);
    long after = big.scale() <= 0 ? 0 : 1 + big.scale();
    return before + after + (big.signum() < 0 ? 1 : 0);
  }

  private static int digits(long value) {
    long negative = value < 0 ? value : -value;
    int digits = 1;
    for (long bound = -10; digits <= MAX_LONG_DIGITS && negative <= bound; bound *= 10) {
      digits++;
    }
    return digits;
  }

  /** Writes {@link #toString()} from that index on; returns the index after it. */
  int write(byte[] out, int at) {
    int end = at + (int) size();
    if (big == null) {
      write(whole, 0, out, at, end);
    } else if (isPlain(big) && big.scale() > 0 && big.precision() <= MAX_LONG_DIGITS) {
      write(big.unscaledValue().longValue(), big.scale(), out, at, end);
    } else {
      String text = toString();
      for (int i = 0; i < text.length(); i++) {
        out[at + i] = (byte) text.charAt(i);
      }
    }
    return end;
  }

  private static void write(long unscaled, int scale, byte[] out, int at, int end) {
    int start = at;
    if (unscaled < 0) {
      out[start++] = '-';
    }
    int place = end;
    long rest = unscaled;
    for (int i = 0; i < scale; i++) {
      out[--place] = digit(rest);
      rest /= 10;
    }
    if (scale > 0) {
      out[--place] = '.';
    }
    while (place > start) {
      out[--place] = digit(rest);
      rest /= 10;
    }
  }

  private static byte digit(long value) {
    // Long.MIN_VALUE has no absolute value, but its last digit has.
    return (byte) ('0' + Math.abs(value % 10));
  }

  @Override
  public Object toJava() {
    return big == null ? (Object) whole : big;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof JsonNumber that && whole == that.whole && Objects.equals(big, that.big);
  }

  @Override
  public int hashCode() {
    return big == null ? Long.hashCode(whole) : big.hashCode();
  }

  /** Returns plain digits from 1e-7 to 1e21, and scientific notation beyond. */
  @Override
  public String toString() {
    if (big == null) {
      return Long.toString(whole);
    }
    if (isPlain(big)) {
      return big.toPlainString();
    }
    int exponent = exponent(big);
    String digits = big.unscaledValue().abs().toString();
    return (big.signum() < 0 ? "-" : "")
        + digits.charAt(0)
        + (digits.length() > 1 ? "." + digits.substring(1) : "")
        + (exponent < 0 ? "e" : "e+")
        + exponent;
  }

  private static boolean isPlain(BigDecimal number) {
    int exponent = exponent(number);
    return exponent >= -7 && exponent < 21;
  }

  private static int exponent(BigDecimal number) {
    return number.precision() - number.scale() - 1;
  }
}
