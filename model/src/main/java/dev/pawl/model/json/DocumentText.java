package dev.pawl.model.json;

/** Writes documents as text; an unchanged document is written exactly as it was read. */
public final class DocumentText {

  private DocumentText() {}

  /** Returns the document as text in the format it was read from. */
  public static String of(Document document) {
    return of(document, document.format());
  }

  public static String of(Document document, DocumentFormat format) {
    if (document.format() == format && document.isAsWritten()) {
      return document.text();
    }
    return switch (format) {
      case JSON -> PrettyJson.of(document.value());
      case YAML -> YamlLayout.of(document.value(), document.comments());
    };
  }
}
