package dev.pawl.server.web;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.JsonString;
import dev.pawl.server.problem.Refusal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.ext.javatime.deser.InstantDeserializer;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;

/** Our own JSON values within bodies that Jackson reads and writes. */
final class JsonValues {

  private JsonValues() {}

  static SimpleModule module() {
    return new SimpleModule("pawl")
        .addSerializer(Json.class, new Writing())
        .addDeserializer(Json.class, new Reading())
        .addDeserializer(String.class, new Plain())
        .addDeserializer(Integer.class, new WholeNumber())
        .addDeserializer(Instant.class, new TimeText());
  }

  private static final class Writing extends StdSerializer<Json> {
    Writing() {
      super(Json.class);
    }

    @Override
    public void serialize(Json value, JsonGenerator out, SerializationContext context) {
      out.writeRawValue(value.toString());
    }
  }

  /** Text as people write it; the database can hold no other. */
  private static final class Plain extends StdDeserializer<String> {
    Plain() {
      super(String.class);
    }

    @Override
    public String deserialize(JsonParser in, DeserializationContext context) {
      if (in.currentToken() != JsonToken.VALUE_STRING) {
        throw Refusal.malformed(
            "%s must be a text, got %s"
                .formatted(
                    in.streamReadContext().pathAsPointer(), JsonKinds.got(in.currentToken())));
      }
      String text = whole(in.getString());
      if (text.indexOf('\0') >= 0) {
        throw Refusal.malformed(
            "the character U+0000 is not allowed at " + in.streamReadContext().pathAsPointer());
      }
      return text;
    }
  }

  /** Names the place, the value and the range, which Jackson's own sentence does not. */
  private static final class WholeNumber extends StdDeserializer<Integer> {
    WholeNumber() {
      super(Integer.class);
    }

    @Override
    public Integer deserialize(JsonParser in, DeserializationContext context) {
      if (in.currentToken().isNumeric()) {
        // Not the decimal itself: to make a whole number of a hostile one would take for ever.
        JsonNumber number = number(in);
        if (number.isLong() && number.longValue() == (int) number.longValue()) {
          return (int) number.longValue();
        }
      }
      throw Refusal.malformed(
          "%s must be a whole number from %d to %d, got %s"
              .formatted(place(in), Integer.MIN_VALUE, Integer.MAX_VALUE, kind(in)));
    }

    private static String kind(JsonParser in) {
      return switch (in.currentToken()) {
        case START_OBJECT -> "an object";
        case START_ARRAY -> "a list";
        case VALUE_STRING -> "a text";
        case VALUE_TRUE, VALUE_FALSE -> "true or false";
        default -> shortened(in.getString());
      };
    }
  }

  /** Seconds since 1970 are no time here: hostile ones would take for ever to convert. */
  private static final class TimeText extends StdDeserializer<Instant> {
    TimeText() {
      super(Instant.class);
    }

    @Override
    public Instant deserialize(JsonParser in, DeserializationContext context) {
      if (in.currentToken().isNumeric()) {
        throw Refusal.malformed(
            "%s must be a time such as 2030-01-01T00:00:00Z, got %s"
                .formatted(place(in), shortened(in.getString())));
      }
      return InstantDeserializer.INSTANT.deserialize(in, context);
    }
  }

  private static JsonNumber number(JsonParser in) {
    try {
      return JsonNumber.of(in.getDecimalValue());
    } catch (IllegalArgumentException tooLarge) {
      throw Refusal.malformed(
          "%s must not be %s: %s"
              .formatted(place(in), shortened(in.getString()), tooLarge.getMessage()));
    }
  }

  private static String place(JsonParser in) {
    return in.streamReadContext().pathAsPointer().toString();
  }

  private static String shortened(String text) {
    return text.length() > 100 ? text.substring(0, 100) + "..." : text;
  }

  /** Half a character cannot be written in UTF-8, so nobody could read it again. */
  private static String whole(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isHighSurrogate(text.charAt(i))
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
      } else if (Character.isSurrogate(text.charAt(i))) {
        throw Refusal.malformed("a text has half a character (a lone surrogate)");
      }
    }
    return text;
  }

  private static final class Reading extends StdDeserializer<Json> {
    Reading() {
      super(Json.class);
    }

    @Override
    public Json deserialize(JsonParser in, DeserializationContext context) {
      return read(in);
    }

    @Override
    public Json getNullValue(DeserializationContext context) {
      return JsonNull.NULL;
    }

    /** What is not there is not null. */
    @Override
    public @Nullable Object getAbsentValue(DeserializationContext context) {
      return null;
    }

    private static Json read(JsonParser in) {
      return switch (in.currentToken()) {
        case START_OBJECT -> object(in);
        case START_ARRAY -> array(in);
        case VALUE_STRING -> new JsonString(whole(in.getString()));
        case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(in);
        case VALUE_TRUE -> JsonBool.TRUE;
        case VALUE_FALSE -> JsonBool.FALSE;
        default -> JsonNull.NULL;
      };
    }

    private static Json object(JsonParser in) {
      Map<String, Json> members = new LinkedHashMap<>();
      while (in.nextToken() != JsonToken.END_OBJECT) {
        String name = in.currentName();
        in.nextToken();
        members.put(whole(name), read(in));
      }
      return JsonObject.of(members);
    }

    private static Json array(JsonParser in) {
      List<Json> elements = new ArrayList<>();
      while (in.nextToken() != JsonToken.END_ARRAY) {
        elements.add(read(in));
      }
      return JsonArray.of(elements);
    }
  }
}
