package dev.pawl.sdk;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** The Java types of single values that {@link RecordBinder} knows, with their JSON forms. */
final class ScalarTypes {

  /** Types that are written as text, with their parsers. */
  private static final Map<Class<?>, Function<String, Object>> PARSERS =
      Map.ofEntries(
          Map.entry(String.class, text -> text),
          Map.entry(CharSequence.class, text -> text),
          Map.entry(UUID.class, UUID::fromString),
          Map.entry(URI.class, URI::create),
          Map.entry(Instant.class, text -> OffsetDateTime.parse(text).toInstant()),
          Map.entry(OffsetDateTime.class, OffsetDateTime::parse),
          Map.entry(ZonedDateTime.class, ZonedDateTime::parse),
          Map.entry(LocalDateTime.class, LocalDateTime::parse),
          Map.entry(LocalDate.class, LocalDate::parse),
          Map.entry(LocalTime.class, LocalTime::parse),
          Map.entry(Duration.class, Duration::parse),
          Map.entry(Period.class, Period::parse),
          Map.entry(ZoneId.class, ZoneId::of));

  private static final Map<Class<?>, Function<BigDecimal, Object>> NUMBERS =
      Map.ofEntries(
          Map.entry(BigDecimal.class, number -> number),
          Map.entry(Number.class, number -> number),
          Map.entry(BigInteger.class, BigDecimal::toBigIntegerExact),
          Map.entry(long.class, BigDecimal::longValueExact),
          Map.entry(Long.class, BigDecimal::longValueExact),
          Map.entry(int.class, BigDecimal::intValueExact),
          Map.entry(Integer.class, BigDecimal::intValueExact),
          Map.entry(short.class, BigDecimal::shortValueExact),
          Map.entry(Short.class, BigDecimal::shortValueExact),
          Map.entry(byte.class, BigDecimal::byteValueExact),
          Map.entry(Byte.class, BigDecimal::byteValueExact),
          Map.entry(double.class, BigDecimal::doubleValue),
          Map.entry(Double.class, BigDecimal::doubleValue),
          Map.entry(float.class, BigDecimal::floatValue),
          Map.entry(Float.class, BigDecimal::floatValue));

  private ScalarTypes() {}

  /** Reads a value; empty if the type is none of these. */
  static Optional<Object> read(Json value, Class<?> type, String pointer) {
    if (type == boolean.class || type == Boolean.class) {
      if (!(value instanceof JsonBool)) {
        throw new JsonBindingException(pointer, "a boolean", value);
      }
      return Optional.of(value.isTrue());
    }
    Function<BigDecimal, Object> number = NUMBERS.get(type);
    if (number != null) {
      return Optional.of(readNumber(value, type, number, pointer));
    }
    Function<String, Object> parser = PARSERS.get(type);
    return parser == null ? Optional.empty() : Optional.of(readText(value, type, parser, pointer));
  }

  private static Object readNumber(
      Json value, Class<?> type, Function<BigDecimal, Object> conversion, String pointer) {
    if (value instanceof JsonNumber) {
      try {
        return conversion.apply(new BigDecimal(value.toString()));
      } catch (ArithmeticException outOfRange) {
        throw new JsonBindingException(pointer, name(type), value);
      }
    }
    throw new JsonBindingException(pointer, name(type), value);
  }

  private static Object readText(
      Json value, Class<?> type, Function<String, Object> parser, String pointer) {
    if (value instanceof JsonString text) {
      try {
        return parser.apply(text.value());
      } catch (DateTimeException | IllegalArgumentException malformed) {
        throw new JsonBindingException(pointer, name(type), value);
      }
    }
    throw new JsonBindingException(pointer, name(type), value);
  }

  /** Returns the name of a type for people: the kind of JSON value and the Java type. */
  static String name(Class<?> type) {
    if (NUMBERS.containsKey(type)) {
      return "a number (" + type.getSimpleName() + ")";
    }
    return PARSERS.containsKey(type)
        ? type == String.class ? "a string" : "a string (" + type.getSimpleName() + ")"
        : type.getSimpleName();
  }

  /** Writes a value of one of these types, an enum, or a plain value that {@link Json} knows. */
  static Json write(Object value) {
    if (value instanceof Enum<?> constant) {
      return Json.of(constant.name());
    }
    boolean isText = PARSERS.keySet().stream().anyMatch(type -> type.isInstance(value));
    return isText ? Json.of(value.toString()) : Json.ofJava(value);
  }
}
