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
  private static final String NO_CHARACTER = "22021";
  private static final String NO_JSON_CHARACTER = "22P05";
  private static final String TOO_LONG = "22001";
  private static final String TOO_LARGE = "54000";
  private static final String TOO_MUCH = "54001";

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

  /**
   * The failure in the words of the ports. What the database said of its tables and values is in
   * the cause alone, for logs: the message may be shown to anybody.
   */
  public static UnavailableException unavailable(SQLException failed) {
    // What has no state was not said by the database, but by the pool in this program.
    String why =
        failed.getSQLState() == null
            ? ": " + failed.getMessage()
            : " (SQL state %s)".formatted(failed.getSQLState());
    return new UnavailableException("The database cannot do it now" + why, failed);
  }

  /** Why data cannot be stored, in words that may be shown to anybody. */
  public static String refusal(SQLException failed) {
    String state = String.valueOf(failed.getSQLState());
    return switch (state) {
      case NO_CHARACTER, NO_JSON_CHARACTER ->
          "it has a character that cannot be stored, such as U+0000; take it out";
      case TOO_LONG, TOO_LARGE, TOO_MUCH -> "one of its names or values is too long to be stored";
      case OUT_OF_RANGE -> "one of its numbers or times is beyond what can be stored";
      default -> "the database does not take it (SQL state %s)".formatted(state);
    };
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
