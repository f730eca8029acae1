package dev.pawl.model.field;

import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.regex.Pattern;

/** Times as the language writes them (RFC 3339, with a capital T and Z). */
public final class Timestamps {

  private static final Pattern FORM =
      Pattern.compile(
          "\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2})");

  private Timestamps() {}

  public static boolean isValid(String text) {
    if (text.length() > 40 || !FORM.matcher(text).matches()) {
      return false;
    }
    try {
      return OffsetDateTime.parse(text).getYear() >= 0;
    } catch (DateTimeException e) {
      return false;
    }
  }
}
