package dev.pawl.model.schema;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.util.regex.Pattern;

/** The supported values of {@code format}; any text is valid for another format. */
final class Formats {

  private static final Pattern EMAIL = Pattern.compile("[^@\\s]+@[^@\\s]+");
  private static final Pattern UUID =
      Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

  private Formats() {}

  static boolean matches(String format, String text) {
    return switch (format) {
      case "date" -> isRead(() -> LocalDate.parse(text));
      case "time" -> isRead(() -> OffsetTime.parse(text));
      case "date-time" -> isRead(() -> OffsetDateTime.parse(text));
      case "email" -> EMAIL.matcher(text).matches();
      case "uuid" -> UUID.matcher(text).matches();
      case "uri" -> isUri(text);
      default -> true;
    };
  }

  private static boolean isRead(Runnable reading) {
    try {
      reading.run();
      return true;
    } catch (DateTimeException e) {
      return false;
    }
  }

  private static boolean isUri(String text) {
    try {
      return new URI(text).isAbsolute();
    } catch (URISyntaxException e) {
      return false;
    }
  }
}
