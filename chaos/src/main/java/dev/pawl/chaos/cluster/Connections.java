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

/** Plain connections to databases, past every proxy. */
final class Connections {

  private Connections() {}

  static Connection open(Place place) throws SQLException {
    Connection connection =
        DriverManager.getConnection(place.url(), place.user(), place.password());
    connection.setNetworkTimeout(Runnable::run, (int) Duration.ofSeconds(30).toMillis());
    return connection;
  }

  static void execute(Place place, String sql) throws SQLException {
    try (Connection connection = open(place);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** Puts the definitions of a program back where somebody has spoiled them. */
  static void deployAgain(Place place, Program program) throws SQLException {
    for (Map.Entry<String, String> document : program.documents().entrySet()) {
      execute(
          place,
          "update pawl.version set document = decode('%s', 'hex') where flow = '%s'"
              .formatted(
                  HexFormat.of().formatHex(document.getValue().getBytes(StandardCharsets.UTF_8)),
                  document.getKey()));
    }
  }

  /** Returns when the database answers. */
  static void awaitAnswer(Place place, Duration atMost) throws SQLException, InterruptedException {
    InstantSource clock = InstantSource.system();
    Instant until = clock.instant().plus(atMost);
    while (true) {
      try {
        execute(place, "select 1");
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
