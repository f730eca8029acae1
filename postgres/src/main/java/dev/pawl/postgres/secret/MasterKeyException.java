package dev.pawl.postgres.secret;

/**
 * Thrown if a master key is missing, unreadable or not the right one; the message says what to do.
 */
public final class MasterKeyException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  MasterKeyException(String message) {
    super(message);
  }
}
