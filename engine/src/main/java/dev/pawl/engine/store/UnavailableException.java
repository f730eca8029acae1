package dev.pawl.engine.store;

/** The store cannot be reached or cannot do it now; nothing was written. Trying again may help. */
public final class UnavailableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public UnavailableException(String message) {
    super(message);
  }

  public UnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
