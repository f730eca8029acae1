package dev.pawl.postgres.connection;

import dev.pawl.engine.store.UnavailableException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;

/** Classifies an error of the database by its consequence for the statement. */
public enum SqlFault {
  /** The connection broke; it is unknown whether the statement was executed. */
  UNKNOWN,
  /** The data cannot be stored, now or later. */
  DATA,
  /** Nothing was written; a retry may succeed. */
  TRANSIENT;

  public static final String UNIQUE = "23505";
  static final String CHECK_VIOLATION = "23514";
  public static final String OUT_OF_RANGE = "22003";
  private static final String STALE_START = "PW001";
  static final String TOO_MANY_CONNECTIONS = "53300";
  private static final String INVALID_CHARACTER = "22021";
  private static final String INVALID_JSON_CHARACTER = "22P05";
  private static final String VALUE_TOO_LONG = "22001";
  private static final String PROGRAM_LIMIT_EXCEEDED = "54000";
  private static final String STATEMENT_TOO_COMPLEX = "54001";

  /** Returns the class of an error by its SQL state. */
  public static SqlFault of(SQLException failed) {
    String state = failed.getSQLState();
    if (state == null || state.length() < 2) {
      return UNKNOWN;
    }
    return switch (state.substring(0, 2)) {
      // 57014 is a cancelled statement, and the connection survives it; other states that begin
      // with 57 mean that the server shuts down.
      case "08" -> UNKNOWN;
      case "57" -> state.equals("57014") ? TRANSIENT : UNKNOWN;
      // 54: a row or a key exceeds a limit of PostgreSQL.
      // PW: raised by a function of our schema.
      case "22", "23", "54", "0A", "PW" -> DATA;
      default -> TRANSIENT;
    };
  }

  /** Returns true if the pool or the server is overloaded; the database is reachable then. */
  public static boolean isOverload(SQLException failed) {
    return failed.getSQLState() != null && failed.getSQLState().startsWith("53");
  }

  /**
   * Returns the failure as an exception of the store. Its message may be shown to any user; details
   * of tables and values are only in the cause, for logs.
   */
  public static UnavailableException unavailable(SQLException failed) {
    // An error without a state comes from the connection pool, not from the database.
    String details =
        failed.getSQLState() == null
            ? ": " + failed.getMessage()
            : " (SQL state %s)".formatted(failed.getSQLState());
    return new UnavailableException("The database is not available" + details, failed);
  }

  /** Returns why data cannot be stored, in a message that may be shown to any user. */
  public static String refusal(SQLException failed) {
    String state = String.valueOf(failed.getSQLState());
    return switch (state) {
      case INVALID_CHARACTER, INVALID_JSON_CHARACTER ->
          "it contains a character that cannot be stored, such as U+0000; remove it";
      case VALUE_TOO_LONG, PROGRAM_LIMIT_EXCEEDED, STATEMENT_TOO_COMPLEX ->
          "one of its names or values is too long to be stored";
      case OUT_OF_RANGE -> "one of its numbers or times is beyond what can be stored";
      default -> "the database rejects it (SQL state %s)".formatted(state);
    };
  }

  /**
   * Returns true if the connection broke during the statement, so that it is unknown whether it was
   * executed.
   */
  public static boolean isInDoubt(UnavailableException failure) {
    return failure.getCause() instanceof SQLException cause
        && !(cause instanceof SQLTransientConnectionException)
        && of(cause) == UNKNOWN;
  }

  /** Returns true if no partition exists for the start time of an execution. */
  public static boolean isMissingPartition(SQLException failed) {
    // The server reports no constraint in this case, and its message may be translated.
    return CHECK_VIOLATION.equals(failed.getSQLState())
        && failed instanceof org.postgresql.util.PSQLException cause
        && cause.getServerErrorMessage() != null
        && cause.getServerErrorMessage().getConstraint() == null;
  }

  /** Returns true if a batch has a start that a change of the configuration forbids. */
  public static boolean isStaleStart(SQLException failed) {
    return STALE_START.equals(failed.getSQLState());
  }

  /** Returns true if the error is a violation of the given unique constraint. */
  public static boolean isViolationOf(SQLException failed, String constraint) {
    return UNIQUE.equals(failed.getSQLState())
        && failed instanceof org.postgresql.util.PSQLException cause
        && cause.getServerErrorMessage() != null
        && constraint.equals(cause.getServerErrorMessage().getConstraint());
  }
}
