package dev.pawl.model.json;

/** Documents as text. What nobody changed comes back exactly as it was written. */
public final class DocumentText {

  private DocumentText() {}

  /** The document in the format it was read from. */
  public static String of(Document document) {
    return of(document, document.format());
  }

  public static String of(Document document, Format format) {
    if (document.format() == format && document.isAsWritten()) {
      return document.text();
    }
    return switch (format) {
      case JSON -> PrettyJson.of(document.value());
      case YAML -> YamlLayout.of(document.value(), document.comments());
    };
  }
}
