package dev.pawl.engine.data;

import dev.pawl.model.ErrorName;
import dev.pawl.model.Template;
import dev.pawl.model.field.NumericFields;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonString;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;

/** Reads fields that contain a number, a path to one, or an expression for one. */
public final class Numbers {

  private Numbers() {}

  /** Returns a duration in whole seconds, within the limits that the definition reader applies. */
  public static Duration seconds(StateData data, Template template, String field) {
    JsonNumber number = number(data, template, field);
    if (!number.isWhole()
        || number.compareTo(JsonNumber.of(0)) < 0
        || number.compareTo(JsonNumber.of(NumericFields.MAX_SECONDS)) > 0) {
      throw wrong(
          template,
          field,
          "must be a whole number of seconds from 0 to %d but is %s"
              .formatted(NumericFields.MAX_SECONDS, number));
    }
    return Duration.ofSeconds(number.longValue());
  }

  /** Returns a duration greater than zero; empty if the field is absent. */
  public static Optional<Duration> deadline(
      StateData data, Optional<Template> template, String field) {
    return template.map(
        given -> {
          Duration duration = seconds(data, given, field);
          if (duration.isZero()) {
            throw wrong(given, field, "must be more than 0");
          }
          return duration;
        });
  }

  /** Returns a whole number that is not negative; values above the range of int are capped. */
  public static int count(StateData data, Template template, String field) {
    JsonNumber number = number(data, template, field);
    if (!number.isWhole() || number.compareTo(JsonNumber.of(0)) < 0) {
      throw wrong(template, field, "must be a whole number from 0 on but is " + number);
    }
    return number.compareTo(JsonNumber.of(Integer.MAX_VALUE)) > 0
        ? Integer.MAX_VALUE
        : (int) number.longValue();
  }

  /** Returns a percentage from 0 to 100. */
  public static double percentage(StateData data, Template template, String field) {
    JsonNumber number = number(data, template, field);
    if (number.compareTo(JsonNumber.of(0)) < 0 || number.compareTo(JsonNumber.of(100)) > 0) {
      throw wrong(template, field, "must be from 0 to 100 but is " + number);
    }
    return number.doubleValue();
  }

  /** Returns the value as a number. Digits in a string count as one, as on AWS. */
  private static JsonNumber number(StateData data, Template template, String field) {
    Json value = data.field(template, field);
    if (value instanceof JsonString text) {
      try {
        return JsonNumber.of(new BigDecimal(text.value().strip()));
      } catch (IllegalArgumentException e) {
        throw wrong(template, field, "must be a number but is " + value);
      }
    }
    if (value instanceof JsonNumber number) {
      return number;
    }
    throw wrong(template, field, "must be a number but is " + value);
  }

  private static DataException wrong(Template template, String field, String what) {
    String error =
        template instanceof Template.Expression ? ErrorName.QUERY_EVALUATION : ErrorName.RUNTIME;
    return new DataException(error, field + " " + what);
  }
}
