package dev.pawl.postgres.database;

/** Pawl cannot work in this database; the message says why and what to do. */
public final class DatabaseUnusableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  DatabaseUnusableException(String message) {
    super(message);
  }

  DatabaseUnusableException(String message, Throwable cause) {
    super(message, cause);
  }
}
