package dev.pawl.model.definition;

import dev.pawl.model.Flow;
import dev.pawl.model.json.Document;
import dev.pawl.model.json.DocumentFormat;
import dev.pawl.model.json.DocumentText;

/**
 * Writes definitions as text. Keeps the order of members and the members that do not affect
 * execution, and keeps each comment of a YAML text whose value still exists.
 */
public final class DefinitionWriter {

  private DefinitionWriter() {}

  /**
   * Returns the definition in the format it was read from; returns the original text if the value
   * was not changed.
   */
  public static String write(Document document) {
    return DocumentText.of(document);
  }

  public static String write(Document document, DocumentFormat format) {
    return DocumentText.of(document, format);
  }

  public static String write(Flow flow, DocumentFormat format) {
    return write(Document.of(flow.document()), format);
  }
}
