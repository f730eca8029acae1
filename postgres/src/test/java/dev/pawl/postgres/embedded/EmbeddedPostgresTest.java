package dev.pawl.postgres.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedPostgresTest {

  @TempDir Path folder;

  @Test
  void shouldComeBackWithItsRowsOnTheSamePortWhenItsFirstProcessIsKilled() throws Exception {
    try (var server = EmbeddedPostgres.start(folder)) {
      execute(server, "CREATE TABLE kept (it int)");
      execute(server, "INSERT INTO kept VALUES (42)");
      long killed = server.pid();
      ProcessHandle.of(killed).orElseThrow().destroyForcibly();
      while (true) {
        try (var c = connect(server);
            var s = c.createStatement();
            var r = s.executeQuery("SELECT it FROM kept")) {
          assertThat(r.next()).isTrue();
          break;
        } catch (SQLException e) {
          Thread.sleep(20);
        }
      }
      assertThat(server.pid()).isNotEqualTo(killed);
    }
    try (var server = EmbeddedPostgres.start(folder)) {
      execute(server, "INSERT INTO kept VALUES (43)");
    }
  }

  private static void execute(EmbeddedPostgres server, String sql) throws SQLException {
    try (var connection = connect(server);
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static Connection connect(EmbeddedPostgres server) throws SQLException {
    return DriverManager.getConnection(server.url(), server.user(), server.password());
  }
}
