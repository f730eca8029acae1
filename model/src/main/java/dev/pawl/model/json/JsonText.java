package dev.pawl.model.json;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.JsonString;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.json.JsonFactory;

/** Parses JSON text strictly: no comments, no duplicate keys, nothing after the value. */
public final class JsonText {

  /** The maximum length of a text, in characters. */
  public static final int MAX_LENGTH = 16 * 1024 * 1024;

  /** The maximum nesting depth of arrays and objects. */
  public static final int MAX_DEPTH = 100;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(MAX_DEPTH)
                  .maxDocumentLength(MAX_LENGTH)
                  .maxStringLength(MAX_LENGTH)
                  .maxNameLength(MAX_LENGTH)
                  .maxNumberLength(1000)
                  .build())
          .build();

  private static final Pattern LIBRARY_ADVICE =
      Pattern.compile(",? from `[^`]*`| \\(start marker at \\[.*\\]\\)");

  private JsonText() {}

  /**
   * Parses a text.
   *
   * @throws JsonSyntaxException if the text is not one JSON value within the limits
   */
  public static Json parse(String text) {
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
      parser.nextToken();
      return whole(parser, null);
    } catch (JacksonException e) {
      throw error(sentence(e), e.getLocation());
    }
  }

  /**
   * Parses UTF-8 text.
   *
   * @throws JsonSyntaxException if the text is not one JSON value within the limits
   */
  public static Json parse(byte[] utf8) {
    return QuickJson.parse(utf8).orElseGet(() -> parse(decoded(utf8)));
  }

  /**
   * Decodes UTF-8 strictly. The library refuses unpaired surrogates in bytes but accepts them in
   * text.
   */
  private static String decoded(byte[] utf8) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(utf8)).toString();
    } catch (CharacterCodingException e) {
      throw new JsonSyntaxException("the text is not in UTF-8", 0, 0);
    }
  }

  /** Parses a text and records the position of each value. */
  static Document.Source read(String text) {
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text)) {
      parser.nextToken();
      DocumentPositions places = new DocumentPositions(position(parser));
      Json value = whole(parser, places);
      return new Document.Source(DocumentFormat.JSON, text, value, places::find, Comments.NONE);
    } catch (JacksonException e) {
      throw error(sentence(e), e.getLocation());
    }
  }

  private static Json whole(JsonParser parser, @Nullable DocumentPositions places) {
    Json value = value(parser, places);
    if (parser.nextToken() != null) {
      throw error("unexpected text after the end of the value", parser.currentTokenLocation());
    }
    return value;
  }

  /** Returns the error message of the library without its advice to change parser settings. */
  private static String sentence(JacksonException e) {
    return LIBRARY_ADVICE.matcher(String.valueOf(e.getOriginalMessage())).replaceAll("");
  }

  private static Json value(JsonParser parser, @Nullable DocumentPositions places) {
    JsonToken token = parser.currentToken();
    if (token == null) {
      throw error("there is no value", parser.currentLocation());
    }
    return switch (token) {
      case START_OBJECT -> object(parser, places);
      case START_ARRAY -> array(parser, places);
      case VALUE_STRING -> new JsonString(parser.getString());
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> number(parser);
      case VALUE_TRUE -> JsonBool.TRUE;
      case VALUE_FALSE -> JsonBool.FALSE;
      case VALUE_NULL -> JsonNull.NULL;
      default -> throw error("unexpected " + token, parser.currentTokenLocation());
    };
  }

  private static Json object(JsonParser parser, @Nullable DocumentPositions places) {
    JsonObject.Builder members = JsonObject.builder();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      if (members.has(name)) {
        throw error("Duplicate Object property \"" + name + "\"", parser.currentTokenLocation());
      }
      DocumentPositions inside = places == null ? null : places.add(name, position(parser));
      parser.nextToken();
      members.put(name, value(parser, inside));
    }
    return members.build();
  }

  private static Json array(JsonParser parser, @Nullable DocumentPositions places) {
    List<Json> elements = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      DocumentPositions inside =
          places == null ? null : places.add(Integer.toString(elements.size()), position(parser));
      elements.add(value(parser, inside));
    }
    return JsonArray.of(elements);
  }

  private static DocumentPosition position(JsonParser parser) {
    TokenStreamLocation at = parser.currentTokenLocation();
    return new DocumentPosition(at.getLineNr(), at.getColumnNr());
  }

  private static Json number(JsonParser parser) {
    try {
      return parser.currentToken() == JsonToken.VALUE_NUMBER_INT
              && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER
          ? JsonNumber.of(parser.getLongValue())
          : JsonNumber.of(parser.getDecimalValue());
    } catch (IllegalArgumentException e) {
      throw error(String.valueOf(e.getMessage()), parser.currentTokenLocation());
    }
  }

  private static JsonSyntaxException error(String message, @Nullable TokenStreamLocation at) {
    return at == null
        ? new JsonSyntaxException(message, 0, 0)
        : new JsonSyntaxException(message, at.getLineNr(), at.getColumnNr());
  }
}
