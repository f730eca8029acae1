package dev.pawl.postgres.embedded;

/** Thrown if the server cannot be started or stopped; the message says why and what to do. */
public final class EmbeddedPostgresException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  EmbeddedPostgresException(String message) {
    super(message);
  }

  EmbeddedPostgresException(String message, Throwable cause) {
    super(message, cause);
  }
}
