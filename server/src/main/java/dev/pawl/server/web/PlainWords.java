package dev.pawl.server.web;

import dev.pawl.server.problem.Refusal;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.ValueDeserializer;
import tools.jackson.databind.deser.DeserializationProblemHandler;
import tools.jackson.databind.deser.ValueInstantiator;

/** Says what is wrong with a body without the names of our classes. */
final class PlainWords extends DeserializationProblemHandler {

  @Override
  public boolean handleUnknownProperty(
      DeserializationContext context,
      JsonParser in,
      ValueDeserializer<?> reader,
      Object bean,
      String name) {
    Collection<Object> known = reader == null ? List.of() : reader.getKnownPropertyNames();
    throw Refusal.malformed(
        "there is no field '%s' at %s%s"
            .formatted(
                shortened(name),
                place(in),
                known == null || known.isEmpty()
                    ? ""
                    : "; there are "
                        + String.join(
                            ", ", known.stream().map(String::valueOf).sorted().toList())));
  }

  @Override
  public Object handleWeirdKey(
      DeserializationContext context, Class<?> type, String key, String message) {
    throw Refusal.malformed("'%s' cannot be a name here".formatted(shortened(key)));
  }

  @Override
  public Object handleWeirdStringValue(
      DeserializationContext context, Class<?> type, String value, String message) {
    Object[] constants = type.getEnumConstants();
    throw Refusal.malformed(
        "'%s' is not a value that belongs at %s%s"
            .formatted(
                shortened(value),
                place(context.getParser()),
                constants == null
                    ? ""
                    : "; it is one of "
                        + String.join(", ", Stream.of(constants).map(Objects::toString).toList())));
  }

  @Override
  public Object handleWeirdNumberValue(
      DeserializationContext context, Class<?> type, Number value, String message) {
    throw misplaced(context.getParser());
  }

  @Override
  public Object handleUnexpectedToken(
      DeserializationContext context,
      JavaType type,
      JsonToken token,
      JsonParser in,
      String message) {
    throw misplaced(in);
  }

  @Override
  public Object handleMissingInstantiator(
      DeserializationContext context,
      Class<?> type,
      ValueInstantiator instantiator,
      JsonParser in,
      String message) {
    throw misplaced(in);
  }

  private static Refusal misplaced(@Nullable JsonParser in) {
    return Refusal.malformed("another kind of value is needed at " + place(in));
  }

  private static String place(@Nullable JsonParser in) {
    String pointer = in == null ? "" : in.streamReadContext().pathAsPointer().toString();
    return pointer.isEmpty() ? "the top of the body" : shortened(pointer);
  }

  private static String shortened(String text) {
    return text.length() > 100 ? text.substring(0, 100) + "..." : text;
  }
}
