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

/** The PostgreSQL that all of them use, as durable as it is by default. */
final class Server implements AutoCloseable {

  private final EmbeddedPostgres postgres;
  private int databases;

  private Server(EmbeddedPostgres postgres) {
    this.postgres = postgres;
  }

  static Server start(Path folder) {
    return new Server(
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

  /** So that no window pays for what was written before it. */
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
