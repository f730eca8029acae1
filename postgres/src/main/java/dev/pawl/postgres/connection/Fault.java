package dev.pawl.postgres.connection;

import dev.pawl.engine.store.UnavailableException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;

/** What an error of the database means for the statement that met it. */
public enum Fault {
  /** The connection broke: nobody knows whether the statement was carried out. */
  UNKNOWN,
  /** The data cannot be stored, now or later. */
  DATA,
  /** Nothing was written; trying again may help. */
  TRANSIENT;

  public static final String UNIQUE = "23505";
  static final String CHECK = "23514";
  public static final String OUT_OF_RANGE = "22003";
  static final String TOO_MANY = "53300";

  public static Fault of(SQLException failed) {
    String state = failed.getSQLState();
    if (state == null || state.length() < 2) {
      return UNKNOWN;
    }
    return switch (state.substring(0, 2)) {
      // 57014 was cancelled and 55P03 waited too long for a lock, both by themselves; what else
      // begins with 57 is a server that goes away.
      case "08" -> UNKNOWN;
      case "57" -> state.equals("57014") ? TRANSIENT : UNKNOWN;
      // 54: a row or a key larger than PostgreSQL can hold.
      case "22", "23", "54", "0A" -> DATA;
      default -> TRANSIENT;
    };
  }

  /** Whether there is too much to do, here or on the database's side: it can be reached. */
  public static boolean isOverload(SQLException failed) {
    return failed.getSQLState() != null && failed.getSQLState().startsWith("53");
  }

  /** The failure in the words of the ports. */
  public static UnavailableException unavailable(SQLException failed) {
    return new UnavailableException(
        "The database cannot do it now: " + failed.getMessage(), failed);
  }

  /**
   * Whether it was broken off when it had begun, so that nobody knows whether it was carried out.
   */
  public static boolean isInDoubt(UnavailableException away) {
    return away.getCause() instanceof SQLException told
        && !(told instanceof SQLTransientConnectionException)
        && of(told) == UNKNOWN;
  }

  /** Whether no part of a table exists for the time at which an execution began. */
  public static boolean isMissingPartition(SQLException failed) {
    // The server names neither a constraint nor a column then, and its sentence may be translated.
    return CHECK.equals(failed.getSQLState())
        && failed instanceof org.postgresql.util.PSQLException told
        && told.getServerErrorMessage() != null
        && told.getServerErrorMessage().getConstraint() == null;
  }

  public static boolean isUnique(SQLException failed, String constraint) {
    return UNIQUE.equals(failed.getSQLState())
        && failed instanceof org.postgresql.util.PSQLException told
        && told.getServerErrorMessage() != null
        && constraint.equals(told.getServerErrorMessage().getConstraint());
  }
}
