package dev.pawl.engine.bytes;

/** Thrown for damaged bytes: those that this engine cannot have written. */
public final class DamagedBytesException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public DamagedBytesException(String message) {
    super(message);
  }
}
