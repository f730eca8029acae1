package dev.pawl.engine.journal;

/** Thrown for a journal entry that is not a fact, or not one that this release knows. */
public final class UnreadableFactException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  UnreadableFactException(String message) {
    super(message);
  }
}
