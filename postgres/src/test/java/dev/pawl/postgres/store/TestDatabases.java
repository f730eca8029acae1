package dev.pawl.postgres.store;

import dev.pawl.postgres.connection.StoreOptions;
import dev.pawl.postgres.database.Database;
import dev.pawl.postgres.embedded.EmbeddedOptions;
import dev.pawl.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** One server for all tests of a run, and an empty database for each test that asks for one. */
public final class TestDatabases implements ParameterResolver {

  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(TestDatabases.class);

  private static final String TEMPLATE = "migrated";

  /** A database with our tables, and nothing in them, for each test that asks for one. */
  public static final class Migrated implements ParameterResolver {

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == Database.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return migrated(context);
    }
  }

  private static final class Running implements AutoCloseable {
    private final Path folder;
    private final EmbeddedPostgres server;
    private int databases;
    private boolean hasTemplate;

    private Running() {
      try {
        folder = Files.createTempDirectory("pawl-store");
        // For tests that run at the same time.
        server =
            EmbeddedPostgres.start(
                folder, EmbeddedOptions.defaults().withSetting("max_connections", "200"));
      } catch (IOException e) {
        throw new IllegalStateException(e);
      }
    }

    private synchronized Database fresh() throws SQLException {
      return create("test_" + ++databases, "template1");
    }

    /** To copy what the migrations make is quicker than to make it for each test. */
    private synchronized Database migrated() throws SQLException {
      if (!hasTemplate) {
        PostgresStore.open(create(TEMPLATE, "template1"), StoreOptions.defaults()).close();
        hasTemplate = true;
      }
      return create("test_" + ++databases, TEMPLATE);
    }

    private Database create(String name, String template) throws SQLException {
      Database own = Database.of(server);
      try (Connection connection = own.connect();
          Statement statement = connection.createStatement()) {
        statement.execute("create database %s template %s".formatted(name, template));
      }
      return new Database(
          own.url().replaceFirst("/[^/]*$", "/" + name), own.user(), own.password());
    }

    @Override
    public void close() throws IOException {
      server.close();
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.deleteIfExists(file);
        }
      }
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Database.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return fresh(context);
  }

  /** An empty database, on the server that all tests share. */
  public static Database fresh(ExtensionContext context) {
    try {
      return running(context).fresh();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  static Database migrated(ExtensionContext context) {
    try {
      return running(context).migrated();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Running running(ExtensionContext context) {
    return context
        .getRoot()
        .getStore(NAMESPACE)
        .computeIfAbsent(Running.class, type -> new Running(), Running.class);
  }

  /** Lets the lease of a node be over. */
  static void expire(Database database, int node) throws SQLException {
    execute(
        database, "update pawl.node set lease_until = now() - interval '1 s' where id = " + node);
  }

  static void execute(Database database, String text) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection(database.url(), database.properties());
        Statement statement = connection.createStatement()) {
      statement.execute(text);
    }
  }
}
