package dev.pawl.engine.snapshot;

/**
 * Thrown for a snapshot that is damaged or of another release; the caller folds the journal
 * instead.
 */
public final class UnreadableSnapshotException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  UnreadableSnapshotException(String message) {
    super(message);
  }

  UnreadableSnapshotException(String message, Throwable cause) {
    super(message, cause);
  }
}
