package dev.pawl.model;

/** The language in which a state speaks about data. */
public enum QueryLanguage {
  JSONPATH("JSONPath"),
  JSONATA("JSONata");

  private final String label;

  QueryLanguage(String label) {
    this.label = label;
  }

  /** The word for it in a definition. */
  public String label() {
    return label;
  }
}
