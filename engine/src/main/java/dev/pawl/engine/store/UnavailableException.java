package dev.pawl.engine.store;

/**
 * Signals that the store is out of reach or overloaded, so that the requested change may or may not
 * have been made. Repeating the request with the same idempotency key is always safe.
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
