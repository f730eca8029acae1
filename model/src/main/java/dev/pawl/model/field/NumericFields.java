package dev.pawl.model.field;

import static dev.pawl.model.finding.Finding.Code.BAD_VALUE;

import dev.pawl.model.Template;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonString;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads numbers that are literals, come from a path, or are computed. */
public final class NumericFields {

  /**
   * The maximum wait and the maximum timeout, in seconds: about three years. It applies to
   * literals, values from paths and computed values.
   */
  public static final long MAX_SECONDS = 99_999_999;

  private NumericFields() {}

  /** Reads a whole number from {@code field} or, in JSONPath, its path from {@code fieldPath}. */
  public static Optional<Template> whole(
      DefinitionCursor cursor, String field, long least, long most) {
    return read(cursor, field, () -> cursor.whole(field, least, most).map(JsonNumber::of));
  }

  /**
   * Reads a number from 0 to 100 from {@code field} or, in JSONPath, its path from {@code
   * fieldPath}.
   */
  public static Optional<Template> percentage(DefinitionCursor cursor, String field) {
    return read(cursor, field, () -> percent(cursor, field));
  }

  private static Optional<Template> read(
      DefinitionCursor cursor, String field, Supplier<Optional<JsonNumber>> written) {
    if (cursor.isJsonata()) {
      return cursor.get(field).filter(JsonString.class::isInstance).isPresent()
          ? Expressions.jsonata(cursor, field)
          : written.get().map(Template.Literal::new);
    }
    String path = field + "Path";
    FieldConflicts.refuseBoth(cursor, field, path);
    return cursor.has(path)
        ? Expressions.referencePath(cursor, path).map(Template.Read::new)
        : written.get().map(Template.Literal::new);
  }

  private static Optional<JsonNumber> percent(DefinitionCursor cursor, String field) {
    Optional<JsonNumber> number = cursor.number(field);
    Optional<JsonNumber> fitting =
        number.filter(value -> value.doubleValue() >= 0 && value.doubleValue() <= 100);
    if (number.isPresent() && fitting.isEmpty()) {
      cursor.report(BAD_VALUE, field, "'" + field + "' must be a number from 0 to 100", "");
    }
    return fitting;
  }
}
