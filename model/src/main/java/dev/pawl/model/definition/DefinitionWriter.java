package dev.pawl.model.definition;

import dev.pawl.model.Flow;
import dev.pawl.model.json.Document;
import dev.pawl.model.json.DocumentText;
import dev.pawl.model.json.Format;

/**
 * Definitions as text: in the order they were written, with everything that does not affect
 * execution, and with the comments of a YAML text wherever the place they belong to still exists.
 */
public final class DefinitionWriter {

  private DefinitionWriter() {}

  /** In the format it was read from; exactly the same text if nothing was changed. */
  public static String write(Document document) {
    return DocumentText.of(document);
  }

  public static String write(Document document, Format format) {
    return DocumentText.of(document, format);
  }

  public static String write(Flow flow, Format format) {
    return write(Document.of(flow.document()), format);
  }
}
