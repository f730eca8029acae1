package dev.pawl.bench.compare;

import dev.pawl.peers.Database;
import dev.pawl.postgres.embedded.EmbeddedOptions;
import dev.pawl.postgres.embedded.EmbeddedPostgres;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The PostgreSQL server that all engines use, with default durability. */
final class BenchmarkServer implements AutoCloseable {

  private final EmbeddedPostgres postgres;
  private int databases;

  private BenchmarkServer(EmbeddedPostgres postgres) {
    this.postgres = postgres;
  }

  static BenchmarkServer start(Path folder) {
    return new BenchmarkServer(
        EmbeddedPostgres.start(
            folder,
            EmbeddedOptions.defaults()
                .withSetting("shared_buffers", "1GB")
                .withSetting("max_wal_size", "4GB")
                .withSetting("max_connections", "100")));
  }

  Database freshDatabase() {
    String name = "bench" + ++databases;
    execute("create database " + name);
    return new Database(
        postgres.url().replaceFirst("/[^/]*$", "/" + name), postgres.user(), postgres.password());
  }

  void drop(Database database) {
    execute("drop database " + database.url().replaceFirst(".*/", "") + " with (force)");
  }

  /** Forces a checkpoint, so that no window pays for earlier writes. */
  void checkpoint() {
    execute("checkpoint");
  }

  String version() {
    try (Connection connection = connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("show server_version")) {
      row.next();
      return row.getString(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private void execute(String sql) {
    try (Connection connection = connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection(postgres.url(), postgres.user(), postgres.password());
  }

  @Override
  public void close() {
    postgres.close();
  }
}
