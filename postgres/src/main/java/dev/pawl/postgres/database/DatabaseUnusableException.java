package dev.pawl.postgres.database;

import java.sql.SQLException;
import java.util.Optional;

/** Thrown if Pawl cannot use a database; the message says why and what to do. */
public final class DatabaseUnusableException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * Returns the exception for a statement that the database refused.
   *
   * @param step the action that failed, such as "prepare the tables in"
   * @param statement the SQL that an administrator has to run first, if it is known
   */
  public static DatabaseUnusableException of(
      Database database, String step, SQLException failed, Optional<String> statement) {
    String advice =
        statement
            .map(" As an administrator of the database run: %s Then try again."::formatted)
            .orElse("");
    return new DatabaseUnusableException(
        "cannot %s %s: %s.%s"
            .formatted(
                step, database, DatabaseCheck.withoutStop(DatabaseCheck.advice(failed)), advice),
        failed);
  }

  DatabaseUnusableException(String message) {
    super(message);
  }

  DatabaseUnusableException(String message, Throwable cause) {
    super(message, cause);
  }
}
