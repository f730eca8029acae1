package dev.pawl.model.json;

import dev.pawl.sdk.Json;
import java.util.function.Function;

/**
 * A JSON value together with the text it was read from.
 *
 * <p>The value can be replaced; the text, its positions and its comments stay, so that a writer can
 * preserve the unchanged parts.
 */
public final class Document {

  /** The maximum length of a document, in characters. */
  public static final int MAX_LENGTH = 4 * 1024 * 1024;

  private final Json value;
  private final Source source;

  private Document(Json value, Source source) {
    this.value = value;
    this.source = source;
  }

  /** The text of a document and the result of reading it. */
  record Source(
      DocumentFormat format,
      String text,
      Json value,
      Function<String, DocumentPosition> places,
      Comments comments) {}

  /**
   * Reads a document in the given format.
   *
   * @throws JsonSyntaxException if the text is not one value in that format, within the limits
   */
  public static Document read(String text, DocumentFormat format) {
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
   * Reads a document and detects its format.
   *
   * @throws JsonSyntaxException if the text is not one value in that format, within the limits
   */
  public static Document parse(String text) {
    return read(text, DocumentFormat.ofText(text));
  }

  /** Creates a document without text; its format is JSON. */
  public static Document of(Json value) {
    return of(value, DocumentPositions.NONE::find);
  }

  /**
   * Creates a document that was compiled from another text.
   *
   * @param positions the position in that text of the value at a JSON Pointer
   */
  public static Document of(Json value, Function<String, DocumentPosition> positions) {
    return new Document(
        value, new Source(DocumentFormat.JSON, "", value, positions, Comments.NONE));
  }

  /** Returns a copy of this document with another value. */
  public Document withValue(Json changed) {
    return new Document(changed, source);
  }

  public Json value() {
    return value;
  }

  public DocumentFormat format() {
    return source.format();
  }

  /** Returns the text as it was read; empty if there was none. */
  public String text() {
    return source.text();
  }

  public Comments comments() {
    return source.comments();
  }

  /** Returns true if the document was read from text and its value was not changed. */
  public boolean isAsWritten() {
    return !source.text().isEmpty() && value.toString().equals(source.value().toString());
  }

  /**
   * Returns the position of a value in the text, or of its nearest enclosing value that has one.
   */
  public DocumentPosition positionOf(String pointer) {
    return source.places().apply(pointer);
  }
}
