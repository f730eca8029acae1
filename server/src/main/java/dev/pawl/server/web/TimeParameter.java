package dev.pawl.server.web;

import java.time.Instant;
import java.time.format.DateTimeParseException;
import org.springframework.core.convert.converter.Converter;

/** Converts times of queries: RFC 3339, in the years 1 to 9999. */
final class TimeParameter implements Converter<String, Instant> {

  private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59Z");

  @Override
  public Instant convert(String text) {
    Instant time;
    try {
      time = Instant.parse(text);
    } catch (DateTimeParseException e) {
      throw new IllegalArgumentException("a time is written as 2026-01-31T12:00:00Z", e);
    }
    if (time.isBefore(FIRST) || time.isAfter(LAST)) {
      throw new IllegalArgumentException("a time must be between the years 1 and 9999");
    }
    return time;
  }
}
