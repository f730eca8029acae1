package dev.pawl.engine.store;

/**
 * The store cannot be reached or cannot do it now. Whether what was asked for has been done is not
 * known; asking again with the same idempotency key is always right.
 */
public final class UnavailableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public UnavailableException(String message) {
    super(message);
  }

  public UnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
