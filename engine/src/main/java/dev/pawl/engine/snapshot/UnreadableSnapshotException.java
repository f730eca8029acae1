package dev.pawl.engine.snapshot;

/** A snapshot of another release, or a damaged one; the journal has to be folded instead. */
public final class UnreadableSnapshotException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  UnreadableSnapshotException(String message) {
    super(message);
  }

  UnreadableSnapshotException(String message, Throwable cause) {
    super(message, cause);
  }
}
