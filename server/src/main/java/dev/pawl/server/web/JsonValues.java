package dev.pawl.server.web;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.JsonString;
import dev.pawl.server.problem.ApiException;
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

/** The Jackson module for the JSON values of the SDK, and for strict texts, numbers and times. */
final class JsonValues {

  private JsonValues() {}

  static SimpleModule module() {
    return new SimpleModule("pawl")
        .addSerializer(Json.class, new JsonSerializer())
        .addDeserializer(Json.class, new JsonReader())
        .addDeserializer(String.class, new StringReader())
        .addDeserializer(Integer.class, new IntegerReader())
        .addDeserializer(Instant.class, new InstantReader());
  }

  private static final class JsonSerializer extends StdSerializer<Json> {
    JsonSerializer() {
      super(Json.class);
    }

    @Override
    public void serialize(Json value, JsonGenerator out, SerializationContext context) {
      out.writeRawValue(value.toString());
    }
  }

  /** Reads texts that the database can store: no U+0000 and no lone surrogates. */
  private static final class StringReader extends StdDeserializer<String> {
    StringReader() {
      super(String.class);
    }

    @Override
    public String deserialize(JsonParser in, DeserializationContext context) {
      if (in.currentToken() != JsonToken.VALUE_STRING) {
        throw ApiException.malformed(
            "%s must be a text, got %s"
                .formatted(
                    in.streamReadContext().pathAsPointer(),
                    JsonKinds.describeToken(in.currentToken())));
      }
      String text = whole(in.getString());
      if (text.indexOf('\0') >= 0) {
        throw ApiException.malformed(
            "the character U+0000 is not allowed at " + in.streamReadContext().pathAsPointer());
      }
      return text;
    }
  }

  /** Reads integers; its errors name the field, the value and the range. */
  private static final class IntegerReader extends StdDeserializer<Integer> {
    IntegerReader() {
      super(Integer.class);
    }

    @Override
    public Integer deserialize(JsonParser in, DeserializationContext context) {
      if (in.currentToken().isNumeric()) {
        // Converting the decimal itself to an integer could take very long for a hostile exponent.
        JsonNumber number = number(in);
        if (number.isLong() && number.longValue() == (int) number.longValue()) {
          return (int) number.longValue();
        }
      }
      throw ApiException.malformed(
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

  /** Reads times as text only: converting a hostile number could take very long. */
  private static final class InstantReader extends StdDeserializer<Instant> {
    InstantReader() {
      super(Instant.class);
    }

    @Override
    public Instant deserialize(JsonParser in, DeserializationContext context) {
      if (in.currentToken().isNumeric()) {
        throw ApiException.malformed(
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
      throw ApiException.malformed(
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

  /** Returns the text unless it contains a lone surrogate, which UTF-8 cannot encode. */
  private static String whole(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isHighSurrogate(text.charAt(i))
          && i + 1 < text.length()
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
      } else if (Character.isSurrogate(text.charAt(i))) {
        throw ApiException.malformed(
            "a text contains half of a character (a lone surrogate); remove it");
      }
    }
    return text;
  }

  private static final class JsonReader extends StdDeserializer<Json> {
    JsonReader() {
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

    /** Keeps an absent value apart from the JSON value null. */
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
