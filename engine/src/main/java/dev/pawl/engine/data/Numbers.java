package dev.pawl.engine.data;

import dev.pawl.model.ErrorName;
import dev.pawl.model.Template;
import dev.pawl.model.field.Amounts;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonString;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;

/** Fields that hold a number, a path to one, or an expression for one. */
public final class Numbers {

  private Numbers() {}

  /** A length of time in whole seconds, within the limits that the definition reader applies. */
  public static Duration seconds(Data data, Template template, String field) {
    JsonNumber number = number(data, template, field);
    if (!number.isWhole()
        || number.compareTo(JsonNumber.of(0)) < 0
        || number.compareTo(JsonNumber.of(Amounts.MAX_SECONDS)) > 0) {
      throw wrong(
          template,
          field,
          "must be a whole number of seconds from 0 to %d but is %s"
              .formatted(Amounts.MAX_SECONDS, number));
    }
    return Duration.ofSeconds(number.longValue());
  }

  /** A length of time that may be missing; not zero. */
  public static Optional<Duration> deadline(Data data, Optional<Template> template, String field) {
    return template.map(
        given -> {
          Duration duration = seconds(data, given, field);
          if (duration.isZero()) {
            throw wrong(given, field, "must be more than 0");
          }
          return duration;
        });
  }

  /** A whole number that is not negative. */
  public static int count(Data data, Template template, String field) {
    JsonNumber number = number(data, template, field);
    if (!number.isWhole() || number.compareTo(JsonNumber.of(0)) < 0) {
      throw wrong(template, field, "must be a whole number from 0 on but is " + number);
    }
    return number.compareTo(JsonNumber.of(Integer.MAX_VALUE)) > 0
        ? Integer.MAX_VALUE
        : (int) number.longValue();
  }

  /** From 0 to 100. */
  public static double percentage(Data data, Template template, String field) {
    JsonNumber number = number(data, template, field);
    if (number.compareTo(JsonNumber.of(0)) < 0 || number.compareTo(JsonNumber.of(100)) > 0) {
      throw wrong(template, field, "must be from 0 to 100 but is " + number);
    }
    return number.doubleValue();
  }

  /** Digits in a string count as a number, as they do on AWS. */
  private static JsonNumber number(Data data, Template template, String field) {
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
