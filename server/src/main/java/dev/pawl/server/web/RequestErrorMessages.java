package dev.pawl.server.web;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.pawl.server.problem.RequestErrors;
import jakarta.validation.ConstraintViolation;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Instant;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.TypeMismatchException;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.exc.InvalidNullException;
import tools.jackson.databind.exc.MismatchedInputException;

/** Describes errors that Jackson and Spring found without names of our classes. */
final class RequestErrorMessages implements RequestErrors {

  private static final String UNREADABLE = "the body is not valid JSON for this endpoint";

  /** The limits that {@link WebConfiguration} sets. */
  private static final String LIMITS =
      "the body exceeds a limit: %d levels, %d characters per text, %d digits per number,"
              .formatted(
                  WebConfiguration.MAX_DEPTH,
                  WebConfiguration.MAX_TEXT_LENGTH,
                  WebConfiguration.MAX_NUMBER_LENGTH)
          + " %d characters per name, %d values in all"
              .formatted(WebConfiguration.MAX_NAME_LENGTH, WebConfiguration.MAX_TOKENS);

  @Override
  public String body(Throwable cause) {
    return switch (cause) {
      case StreamConstraintsException large -> LIMITS;
      case InputCoercionException number ->
          "%s must be %s, got a number beyond that"
              .formatted(pointer(number), JsonKinds.describeExpected(number.getTargetType()));
      case UnexpectedEndOfInputException end -> "the body ends before its JSON is complete";
      case StreamReadException syntax ->
          isAbout(syntax, "Duplicate")
              ? "the body has a field twice" + at(syntax.getLocation())
              : "the body is not JSON" + at(syntax.getLocation());
      case InvalidNullException absent -> pointer(absent) + " must not be null";
      case InvalidFormatException format ->
          "%s must be %s, got %s"
              .formatted(
                  pointer(format),
                  JsonKinds.describeExpected(format.getTargetType()),
                  JsonKinds.shortened(String.valueOf(format.getValue())));
      case MismatchedInputException mismatch ->
          isAbout(mismatch, "Trailing token")
              ? "the body has more than one value" + at(mismatch.getLocation())
              : isAbout(mismatch, "No content")
                  ? "this call needs a body"
                  : "%s must be %s"
                      .formatted(
                          pointer(mismatch), JsonKinds.describeExpected(mismatch.getTargetType()));
      default -> UNREADABLE;
    };
  }

  private static boolean isAbout(JacksonException failed, String what) {
    return String.valueOf(failed.getOriginalMessage()).startsWith(what);
  }

  private static String at(@Nullable TokenStreamLocation place) {
    return place == null || place.getLineNr() < 1
        ? ""
        : " at line %d, column %d".formatted(place.getLineNr(), Math.max(1, place.getColumnNr()));
  }

  private static String pointer(JacksonException failed) {
    String pointer =
        failed.getPath().stream()
            .map(
                part ->
                    "/"
                        + (part.getPropertyName() == null
                            ? part.getIndex()
                            : part.getPropertyName().replace("~", "~0").replace("/", "~1")))
            .collect(Collectors.joining());
    return pointer.isEmpty() ? "the body" : JsonKinds.shortened(pointer);
  }

  @Override
  public String field(ConstraintViolation<?> violation) {
    String path = violation.getPropertyPath().toString();
    Object owner = violation.getLeafBean();
    String name = path.substring(path.lastIndexOf('.') + 1);
    return owner == null || !owner.getClass().isRecord()
        ? path
        : Arrays.stream(owner.getClass().getRecordComponents())
            .filter(component -> component.getName().equals(name))
            .map(component -> component.getAccessor().getAnnotation(JsonProperty.class))
            .filter(Objects::nonNull)
            .map(renamed -> path.substring(0, path.length() - name.length()) + renamed.value())
            .findFirst()
            .orElse(path);
  }

  @Override
  public String allowed(TypeMismatchException failed) {
    Class<?> type = elementType(failed);
    if (type == Instant.class) {
      return "a time between the years 1 and 9999, written like 2026-01-31T12:00:00Z";
    }
    if (type == boolean.class || type == Boolean.class) {
      return "true or false";
    }
    if (type == int.class || type == Integer.class) {
      return "a whole number" + range(failed);
    }
    if (type == double.class || type == Double.class) {
      return "a number";
    }
    return type != null && type.isEnum()
        ? "one of "
            + Arrays.stream(type.getEnumConstants())
                .map(constant -> ((Enum<?>) constant).name())
                .collect(Collectors.joining(", "))
        : "allowed here";
  }

  /** Returns the required type, or that of the elements of an array. */
  private static @Nullable Class<?> elementType(TypeMismatchException failed) {
    Class<?> type = failed.getRequiredType();
    return type != null && type.isArray() ? type.getComponentType() : type;
  }

  private static String range(TypeMismatchException failed) {
    if (!(failed instanceof MethodArgumentTypeMismatchException argument)) {
      return "";
    }
    Min min = argument.getParameter().getParameterAnnotation(Min.class);
    Max max = argument.getParameter().getParameterAnnotation(Max.class);
    return min == null || max == null ? "" : " from " + min.value() + " to " + max.value();
  }
}
