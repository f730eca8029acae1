package dev.pawl.model;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;

/**
 * Timestamps of the language: RFC 3339 with a capital {@code T} and an offset or {@code Z}, such as
 * {@code 2026-01-31T09:30:00.5+01:00}.
 */
public final class Timestamps {

  private Timestamps() {}

  /** Parses a timestamp; empty if the text is none. */
  public static Optional<Instant> parse(String text) {
    int length = text.length();
    if (length < 20
        || length > 35
        || text.charAt(4) != '-'
        || text.charAt(7) != '-'
        || text.charAt(10) != 'T'
        || text.charAt(13) != ':'
        || text.charAt(16) != ':') {
      return Optional.empty();
    }
    int hour = digits(text, 11, 13, 23);
    int minute = digits(text, 14, 16, 59);
    int second = digits(text, 17, 19, 59);
    int zone = 19;
    int nanos = 0;
    if (text.charAt(19) == '.') {
      zone = 20;
      while (zone < length && isDigit(text.charAt(zone))) {
        zone++;
      }
      nanos = nanos(text, zone);
    }
    int offset = offset(text, zone);
    Optional<LocalDate> date = date(text);
    if (date.isEmpty() || (hour | minute | second | nanos) < 0 || offset == Integer.MIN_VALUE) {
      return Optional.empty();
    }
    long day = date.get().toEpochDay() * 86_400;
    return Optional.of(
        Instant.ofEpochSecond(day + hour * 3600L + minute * 60L + second - offset, nanos));
  }

  private static Optional<LocalDate> date(String text) {
    int year = digits(text, 0, 4, 9999);
    int month = digits(text, 5, 7, 12);
    int day = digits(text, 8, 10, 31);
    if (year < 0 || month < 1 || day < 1) {
      return Optional.empty();
    }
    try {
      return Optional.of(LocalDate.of(year, month, day));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static int nanos(String text, int end) {
    int count = end - 20;
    if (count < 1 || count > 9) {
      return -1;
    }
    int value = Integer.parseInt(text, 20, end, 10);
    for (int i = count; i < 9; i++) {
      value *= 10;
    }
    return value;
  }

  /** Returns the offset in seconds; {@code Integer.MIN_VALUE} if the text is none. */
  private static int offset(String text, int start) {
    if (start >= text.length()) {
      return Integer.MIN_VALUE;
    }
    char sign = text.charAt(start);
    if (sign == 'Z') {
      return text.length() == start + 1 ? 0 : Integer.MIN_VALUE;
    }
    if (sign != '+' && sign != '-' || text.length() != start + 6 || text.charAt(start + 3) != ':') {
      return Integer.MIN_VALUE;
    }
    int hours = digits(text, start + 1, start + 3, 23);
    int minutes = digits(text, start + 4, start + 6, 59);
    if ((hours | minutes) < 0) {
      return Integer.MIN_VALUE;
    }
    int seconds = hours * 3600 + minutes * 60;
    return sign == '-' ? -seconds : seconds;
  }

  /** Returns the number at that position; -1 if there is none or it is too large. */
  private static int digits(String text, int start, int end, int max) {
    int value = 0;
    for (int i = start; i < end; i++) {
      if (!isDigit(text.charAt(i))) {
        return -1;
      }
      value = value * 10 + (text.charAt(i) - '0');
    }
    return value <= max ? value : -1;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }
}
