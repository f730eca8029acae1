package dev.pawl.postgres.store;

import dev.pawl.postgres.database.Database;
import dev.pawl.postgres.testing.SharedPostgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** An empty database, on the server that all tests share, for each test that asks for one. */
public final class TestDatabases implements ParameterResolver {

  private static final ExtensionContext.Namespace NAMESPACE =
      ExtensionContext.Namespace.create(TestDatabases.class);

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

  /** A database that is dropped when the test, or the class of tests, that asked for it ends. */
  private record Lent(Database database) implements AutoCloseable {

    @Override
    public void close() {
      SharedPostgres.drop(database);
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
    return lend(context, SharedPostgres.createEmpty());
  }

  static Database migrated(ExtensionContext context) {
    return lend(context, SharedPostgres.createMigrated());
  }

  private static Database lend(ExtensionContext context, Database database) {
    context.getStore(NAMESPACE).put(database, new Lent(database));
    return database;
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
