package dev.pawl.engine.bytes;

/** Bytes that cannot have been written by us. */
public final class DamagedBytesException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public DamagedBytesException(String message) {
    super(message);
  }
}
