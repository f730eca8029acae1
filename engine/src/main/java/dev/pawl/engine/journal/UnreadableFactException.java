package dev.pawl.engine.journal;

/** Something in a journal that is no fact, or none that this release knows. */
public final class UnreadableFactException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  UnreadableFactException(String message) {
    super(message);
  }
}
