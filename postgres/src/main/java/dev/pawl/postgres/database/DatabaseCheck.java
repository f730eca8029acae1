package dev.pawl.postgres.database;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;

/** Checks that Pawl can use a database before it is opened. */
final class DatabaseCheck {

  private static final Logger LOG = System.getLogger(DatabaseCheck.class.getName());

  private static final String SERVER_SETTINGS =
      """
      SELECT current_setting('server_version_num')::int,
             current_setting('server_encoding'),
             pg_is_in_recovery() OR current_setting('default_transaction_read_only')::boolean
      """;

  private DatabaseCheck() {}

  static ServerVersion of(Database database) {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(SERVER_SETTINGS)) {
      row.next();
      return check(database, new ServerVersion(row.getInt(1)), row.getString(2), row.getBoolean(3));
    } catch (SQLException failed) {
      throw new DatabaseUnusableException(
          "cannot use the database %s: %s".formatted(database, advice(failed)), failed);
    }
  }

  static ServerVersion check(
      Database database, ServerVersion version, String encoding, boolean readOnly) {
    if (version.isTooOld()) {
      throw new DatabaseUnusableException(
          "the server of %s is PostgreSQL %s, which is too old: Pawl needs %d to %d"
              .formatted(
                  database, version, ServerVersion.OLDEST_MAJOR, ServerVersion.NEWEST_MAJOR));
    }
    if (!encoding.equals("UTF8")) {
      throw new DatabaseUnusableException(
          ("the database %s stores text as %s: Pawl needs UTF8. Create one with"
                  + " CREATE DATABASE pawl ENCODING 'UTF8' TEMPLATE template0")
              .formatted(database, encoding));
    }
    if (readOnly) {
      throw new DatabaseUnusableException(
          "the database %s cannot be written to: name the primary server, not a standby"
              .formatted(database));
    }
    if (version.isUnknown()) {
      LOG.log(
          Level.WARNING,
          "PostgreSQL {0} is newer than any version Pawl was tested with ({1})",
          version,
          ServerVersion.NEWEST_MAJOR);
    }
    return version;
  }

  /** Returns the text without the full stop at its end. */
  static String withoutStop(String text) {
    return text.endsWith(".") ? text.substring(0, text.length() - 1) : text;
  }

  /** Returns the server's message, and advice where there is any. */
  static String advice(SQLException failed) {
    String state = String.valueOf(failed.getSQLState());
    // Later lines only give a context within the server's functions.
    String message = String.valueOf(failed.getMessage()).lines().findFirst().orElse("");
    return switch (state) {
      case "08001", "08006" -> message + connectionAdvice(failed);
      case "08004" -> message + " Check the user and the password in the address.";
      case "28P01" -> message + ". Check the user and the password.";
      case "28000" -> message + ". Allow this user in the server's pg_hba.conf.";
      case "3D000" -> message + ". Create it: CREATE DATABASE name ENCODING 'UTF8'.";
      case "53300" -> message + ". Raise the server's max_connections, or end other clients.";
      case "55P03", "57014" ->
          message + ". Another session holds a lock: try again when it is released.";
      case "57P03" -> message + ". Try again when it accepts connections.";
      default -> message;
    };
  }

  private static String connectionAdvice(SQLException failed) {
    IOException cause = ioCause(failed);
    return cause instanceof UnknownHostException
        ? " There is no such host: check the name."
        : cause instanceof ConnectException
            ? " Nothing answers there: check host and port, and whether the server runs."
            : "";
  }

  private static @Nullable IOException ioCause(Throwable failed) {
    Throwable cause = failed.getCause();
    return cause == null ? null : cause instanceof IOException found ? found : ioCause(cause);
  }
}
