package dev.pawl.chaos.cluster;

import dev.pawl.chaos.program.Program;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.Map;

/** Direct JDBC connections to databases, without a proxy. */
final class DirectConnections {

  private DirectConnections() {}

  static Connection open(DatabaseAddress database) throws SQLException {
    Connection connection =
        DriverManager.getConnection(database.url(), database.user(), database.password());
    connection.setNetworkTimeout(Runnable::run, (int) Duration.ofSeconds(30).toMillis());
    return connection;
  }

  static void execute(DatabaseAddress database, String sql) throws SQLException {
    try (Connection connection = open(database);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Restores the definitions of a program after a scenario has corrupted them. */
  static void deployAgain(DatabaseAddress database, Program program) throws SQLException {
    for (Map.Entry<String, String> document : program.documents().entrySet()) {
      execute(
          database,
          "update pawl.version set document = decode('%s', 'hex') where flow = '%s'"
              .formatted(
                  HexFormat.of().formatHex(document.getValue().getBytes(StandardCharsets.UTF_8)),
                  document.getKey()));
    }
  }

  /** Waits until the database answers. */
  static void awaitAnswer(DatabaseAddress database, Duration atMost)
      throws SQLException, InterruptedException {
    InstantSource clock = InstantSource.system();
    Instant until = clock.instant().plus(atMost);
    while (true) {
      try {
        execute(database, "select 1");
        return;
      } catch (SQLException e) {
        if (clock.instant().isAfter(until)) {
          throw e;
        }
        Thread.sleep(100);
      }
    }
  }
}
