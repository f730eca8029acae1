package dev.pawl.handlers.text;

/** Ends the rendering of a template that exceeds a limit. */
final class TemplateLimitException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String description;

  TemplateLimitException(String description) {
    super(description, null, false, false);
    this.description = description;
  }

  String description() {
    return description;
  }
}
