package dev.pawl.server.web;

import dev.pawl.server.problem.ApiException;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.DeserializationProblemHandler;
import tools.jackson.databind.deser.ValueInstantiator;

/** Describes errors of JSON bodies without the names of our classes. */
final class BodyErrorMessages extends DeserializationProblemHandler {

  @Override
  public boolean handleUnknownProperty(
      DeserializationContext context,
      JsonParser in,
      ValueDeserializer<?> reader,
      Object bean,
      String name) {
    Collection<Object> known = reader == null ? List.of() : reader.getKnownPropertyNames();
    throw ApiException.malformed(
        "there is no field '%s' at %s%s"
            .formatted(
                JsonKinds.shortened(name),
                place(in).replaceFirst("^the body$", "the top of the body"),
                known == null || known.isEmpty()
                    ? ""
                    : "; there are "
                        + String.join(
                            ", ", known.stream().map(String::valueOf).sorted().toList())));
  }

  @Override
  public Object handleWeirdKey(
      DeserializationContext context, Class<?> type, String key, String message) {
    throw ApiException.malformed("'%s' cannot be a name here".formatted(JsonKinds.shortened(key)));
  }

  @Override
  public Object handleWeirdStringValue(
      DeserializationContext context, Class<?> type, String value, String message) {
    String place = place(context.getParser());
    throw ApiException.malformed(
        type.isEnum()
            ? "%s: '%s' is not allowed; allowed are %s"
                .formatted(place, JsonKinds.shortened(value), JsonKinds.constants(type))
            : "%s must be %s, got the text '%s'"
                .formatted(place, JsonKinds.describeExpected(type), JsonKinds.shortened(value)));
  }

  @Override
  public Object handleWeirdNumberValue(
      DeserializationContext context, Class<?> type, Number value, String message) {
    throw ApiException.malformed(
        "%s must be %s, got %s"
            .formatted(place(context.getParser()), JsonKinds.describeExpected(type), value));
  }

  @Override
  public Object handleUnexpectedToken(
      DeserializationContext context,
      JavaType type,
      JsonToken token,
      JsonParser in,
      String message) {
    throw misplaced(type.getRawClass(), token, in);
  }

  @Override
  public Object handleMissingInstantiator(
      DeserializationContext context,
      Class<?> type,
      ValueInstantiator instantiator,
      JsonParser in,
      String message) {
    throw misplaced(type, in == null ? null : in.currentToken(), in);
  }

  private static ApiException misplaced(
      Class<?> type, @Nullable JsonToken token, @Nullable JsonParser in) {
    return ApiException.malformed(
        "%s must be %s, got %s"
            .formatted(
                place(in), JsonKinds.describeExpected(type), JsonKinds.describeToken(token)));
  }

  private static String place(@Nullable JsonParser in) {
    String pointer = in == null ? "" : in.streamReadContext().pathAsPointer().toString();
    return pointer.isEmpty() ? "the body" : JsonKinds.shortened(pointer);
  }
}
