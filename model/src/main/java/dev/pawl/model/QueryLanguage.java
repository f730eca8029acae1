package dev.pawl.model;

/** The language of the expressions and paths of a state. */
public enum QueryLanguage {
  JSONPATH("JSONPath"),
  JSONATA("JSONata");

  private final String label;

  QueryLanguage(String label) {
    this.label = label;
  }

  /** Returns the value of {@code QueryLanguage} in a definition. */
  public String label() {
    return label;
  }
}
