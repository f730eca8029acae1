package dev.pawl.postgres.store;

import dev.pawl.postgres.database.Database;
import dev.pawl.postgres.embedded.EmbeddedOptions;
import dev.pawl.postgres.embedded.EmbeddedPostgres;
import dev.pawl.postgres.schema.Migrations;
import dev.pawl.postgres.schema.Partitions;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;

/**
 * A server of our own with our tables, and nothing in them. It can hold the executions of the day
 * on which it was started and of the two before, whatever day it is by now.
 */
final class TestServer implements AutoCloseable {

  private final EmbeddedPostgres server;
  private final Database database;
  private final Instant today;

  private TestServer(EmbeddedPostgres server, Instant today) {
    this.server = server;
    this.today = today;
    this.database = Database.of(server);
  }

  static TestServer start(Path folder) throws SQLException {
    EmbeddedPostgres started =
        EmbeddedPostgres.start(
            folder, EmbeddedOptions.defaults().withSetting("shared_buffers", "48MB"));
    TestServer server = new TestServer(started, Instant.now());
    try (Connection connection = server.connect()) {
      Migrations.run(connection);
      Partitions.ensure(connection, server.today.minus(Duration.ofDays(2)), server.today);
      return server;
    } catch (SQLException | RuntimeException failed) {
      started.close();
      throw failed;
    }
  }

  /** A time of the day on which it was started. */
  Instant today() {
    return today;
  }

  Connection connect() throws SQLException {
    return database.connect();
  }

  void run(String sql) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  int number(String sql) throws SQLException {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getInt(1);
    }
  }

  @Override
  public void close() {
    server.close();
  }
}
