package dev.pawl.model.json;

import dev.pawl.sdk.Json;

/**
 * A JSON value together with the text it was read from.
 *
 * <p>The value may be exchanged; the text, its places and its comments stay what they were, so that
 * a writer can give back what nobody touched.
 */
public final class Document {

  /** The longest text that is read as a document, in characters. */
  public static final int MAX_LENGTH = 4 * 1024 * 1024;

  private final Json value;
  private final Source source;

  private Document(Json value, Source source) {
    this.value = value;
    this.source = source;
  }

  /** What a text said. */
  record Source(Format format, String text, Json value, Places places, Comments comments) {}

  /**
   * @throws JsonSyntaxException if the text is not one value in that format, within the limits
   */
  public static Document read(String text, Format format) {
    if (text.length() > MAX_LENGTH) {
      throw new JsonSyntaxException("the text is longer than " + MAX_LENGTH + " characters", 1, 1);
    }
    Source source =
        switch (format) {
          case JSON -> JsonText.read(text);
          case YAML -> YamlText.read(text);
        };
    return new Document(source.value(), source);
  }

  /**
   * Reads a text in the format it seems to have.
   *
   * @throws JsonSyntaxException if the text is not one value in that format, within the limits
   */
  public static Document parse(String text) {
    return read(text, Format.ofText(text));
  }

  /** A document that was never written down. */
  public static Document of(Json value) {
    return new Document(value, new Source(Format.JSON, "", value, Places.NONE, Comments.NONE));
  }

  /** The same document with another content. */
  public Document withValue(Json changed) {
    return new Document(changed, source);
  }

  public Json value() {
    return value;
  }

  public Format format() {
    return source.format();
  }

  /** The text as it was read; empty if there was none. */
  public String text() {
    return source.text();
  }

  public Comments comments() {
    return source.comments();
  }

  /** Whether the value is still the one the text says. */
  public boolean isAsWritten() {
    return !source.text().isEmpty() && value.toString().equals(source.value().toString());
  }

  /** Where in the text the pointer leads, or the nearest place around it that is known. */
  public Position positionOf(String pointer) {
    return source.places().find(pointer);
  }
}
