package dev.pawl.model.field;

import static dev.pawl.model.finding.Finding.Code.BAD_VALUE;

import dev.pawl.model.Template;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonString;
import java.util.Optional;
import java.util.function.Supplier;

/** Numbers that are written out, found at a path, or computed. */
public final class Amounts {

  /**
   * The longest wait and the longest time-out, in seconds: about three years. It is the same for
   * numbers that are written out, found at a path, or computed.
   */
  public static final long MAX_SECONDS = 99_999_999;

  private Amounts() {}

  /** A whole number in {@code field}, or in JSONPath at the path in {@code fieldPath}. */
  public static Optional<Template> whole(Cursor cursor, String field, long least, long most) {
    return read(cursor, field, () -> cursor.whole(field, least, most).map(JsonNumber::of));
  }

  /** A number from 0 to 100. */
  public static Optional<Template> percentage(Cursor cursor, String field) {
    return read(cursor, field, () -> percent(cursor, field));
  }

  private static Optional<Template> read(
      Cursor cursor, String field, Supplier<Optional<JsonNumber>> written) {
    if (cursor.speaksJsonata()) {
      return cursor.get(field).filter(JsonString.class::isInstance).isPresent()
          ? Expressions.jsonata(cursor, field)
          : written.get().map(Template.Literal::new);
    }
    String path = field + "Path";
    Conflicts.refuseBoth(cursor, field, path);
    return cursor.has(path)
        ? Expressions.referencePath(cursor, path).map(Template.Read::new)
        : written.get().map(Template.Literal::new);
  }

  private static Optional<JsonNumber> percent(Cursor cursor, String field) {
    Optional<JsonNumber> number = cursor.number(field);
    Optional<JsonNumber> fitting =
        number.filter(value -> value.doubleValue() >= 0 && value.doubleValue() <= 100);
    if (number.isPresent() && fitting.isEmpty()) {
      cursor.report(BAD_VALUE, field, "'" + field + "' must be a number from 0 to 100", "");
    }
    return fitting;
  }
}
