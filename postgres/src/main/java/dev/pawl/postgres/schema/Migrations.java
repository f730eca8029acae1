package dev.pawl.postgres.schema;

import dev.pawl.postgres.row.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.TreeMap;

/**
 * Migrates the tables with numbered files, each applied once in its own transaction. An advisory
 * lock makes nodes that start at the same time wait for each other.
 */
public final class Migrations {

  /** The migration files in the order of their numbers, which start at 1 without gaps. */
  public static final List<String> FILES = List.of("V1__schema.sql");

  private static final String FOLDER = "/dev/pawl/postgres/migrations/";

  // Without a statement timeout: the user's limit is meant for shorter statements.
  private static final String LOCK =
      """
      set local statement_timeout = 0;
      select pg_advisory_xact_lock(hashtext('pawl.migration'))
      """;

  private static final String HAS_MIGRATION_TABLE =
      "select to_regclass('pawl.migration') is not null";

  private static final String HAS_TABLES =
      """
      select exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
                      where n.nspname = 'pawl')
      """;

  // Not "if not exists": that requires the privilege to create schemas even if the schema exists.
  private static final String CREATE_SCHEMA =
      """
      do $$ begin
        if not exists (select from pg_namespace where nspname = 'pawl') then
          create schema pawl;
        end if;
      end $$
      """;

  private static final String CREATE_MIGRATION_TABLE =
      """
      create table pawl.migration (
        number int primary key,
        name text not null,
        checksum text not null,
        at timestamptz not null default now()
      )
      """;

  private static final String APPLIED = "select number, checksum from pawl.migration";

  private static final String RECORD =
      "insert into pawl.migration (number, name, checksum) values (?, ?, ?)";

  private Migrations() {}

  /**
   * Applies all pending migrations.
   *
   * @throws SchemaException if the schema is not Pawl's or belongs to another release
   */
  public static void run(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      while (!applyNext(connection, statement)) {
        connection.commit();
      }
      connection.commit();
    } catch (SQLException | RuntimeException failed) {
      connection.rollback();
      throw failed;
    } finally {
      connection.setAutoCommit(true);
    }
  }

  /** Applies the next migration if there is one, and returns true if none is left. */
  private static boolean applyNext(Connection connection, Statement statement) throws SQLException {
    statement.execute(LOCK);
    if (!isTrue(statement, HAS_MIGRATION_TABLE)) {
      if (isTrue(statement, HAS_TABLES)) {
        throw new SchemaException(
            "The schema pawl holds tables that are not Pawl's. Give Pawl a database where that"
                + " name is free.");
      }
      statement.execute(CREATE_SCHEMA);
      statement.execute(CREATE_MIGRATION_TABLE);
    }
    int known = check(statement);
    if (known < FILES.size()) {
      apply(connection, known + 1);
    }
    return known >= FILES.size() - 1;
  }

  /**
   * Checks the version of the tables without changing them.
   *
   * @throws SchemaException if {@link #run} would apply a migration or fail
   */
  public static void check(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      int known = isTrue(statement, HAS_MIGRATION_TABLE) ? check(statement) : 0;
      if (known < FILES.size()) {
        throw new SchemaException(
            ("The tables are at number %d, this program needs number %d: migrate first, by starting"
                    + " it once with --migrate=true as the user who owns the tables.")
                .formatted(known, FILES.size()));
      }
    }
  }

  private static int check(Statement statement) throws SQLException {
    TreeMap<Integer, String> applied = new TreeMap<>();
    try (ResultSet rows = statement.executeQuery(APPLIED)) {
      while (rows.next()) {
        applied.put(rows.getInt(1), rows.getString(2));
      }
    }
    for (var one : applied.entrySet()) {
      int number = one.getKey();
      if (number > FILES.size()) {
        throw new SchemaException(
            ("The tables are at number %d, this program knows %d at most: a newer release has"
                    + " migrated them. Start that release, or give this one another database.")
                .formatted(applied.lastKey(), FILES.size()));
      }
      if (!one.getValue().equals(Sha256.hex(text(number)))) {
        throw new SchemaException(
            ("The tables were created from a different %s than this program has. Start the release"
                    + " that created them, or give this one another database.")
                .formatted(FILES.get(number - 1)));
      }
    }
    return applied.size();
  }

  private static void apply(Connection connection, int number) throws SQLException {
    String text = text(number);
    try (Statement statement = connection.createStatement();
        PreparedStatement record = connection.prepareStatement(RECORD)) {
      statement.execute(text);
      record.setInt(1, number);
      record.setString(2, FILES.get(number - 1));
      record.setString(3, Sha256.hex(text));
      record.executeUpdate();
    }
  }

  private static boolean isTrue(Statement statement, String sql) throws SQLException {
    try (ResultSet rows = statement.executeQuery(sql)) {
      return rows.next() && rows.getBoolean(1);
    }
  }

  private static String text(int number) {
    String path = FOLDER + FILES.get(number - 1);
    try (InputStream in = Migrations.class.getResourceAsStream(path)) {
      if (in == null) {
        throw new IllegalStateException(path + " is missing from the program");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
