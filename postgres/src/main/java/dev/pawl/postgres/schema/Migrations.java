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
 * Brings the tables up to date: numbered files, each in a transaction of its own, each once. Nodes
 * that start at the same time wait for each other.
 */
public final class Migrations {

  /** In the order of their numbers, which begin with 1 and have no gaps. */
  public static final List<String> FILES =
      List.of(
          "V1__tables.sql",
          "V2__flows_and_keys.sql",
          "V3__row_security.sql",
          "V4__tenants_and_audit.sql",
          "V5__catalogue.sql",
          "V6__offers.sql",
          "V7__feed.sql",
          "V8__who_and_what.sql",
          "V9__marked.sql",
          "V10__retried.sql",
          "V11__deleted.sql",
          "V12__described.sql",
          "V13__told_by.sql",
          "V14__samples.sql",
          "V15__tests.sql",
          "V16__vacuum.sql",
          "V17__answers.sql",
          "V18__parents_and_endings.sql",
          "V19__audit_counts.sql",
          "V20__permits.sql");

  private static final String FOLDER = "/dev/pawl/postgres/migrations/";

  // However long it takes: the limit that this user may have is meant for smaller things.
  private static final String LOCK =
      """
      set local statement_timeout = 0;
      select pg_advisory_xact_lock(hashtext('pawl.migration'))
      """;

  private static final String OURS = "select to_regclass('pawl.migration') is not null";

  private static final String ANYTHING =
      """
      select exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
                      where n.nspname = 'pawl')
      """;

  // Not "if not exists": that takes the right to create schemas even if there is one.
  private static final String SCHEMA =
      """
      do $$ begin
        if not exists (select from pg_namespace where nspname = 'pawl') then
          create schema pawl;
        end if;
      end $$
      """;

  private static final String BEGIN =
      """
      create table pawl.migration (
        number int primary key,
        name text not null,
        checksum text not null,
        at timestamptz not null default now()
      )
      """;

  private static final String APPLIED = "select number, checksum from pawl.migration";

  private static final String REMEMBER =
      "insert into pawl.migration (number, name, checksum) values (?, ?, ?)";

  private Migrations() {}

  /**
   * Runs what has not run yet.
   *
   * @throws SchemaException if the schema is somebody else's or of another release
   */
  public static void run(Connection connection) throws SQLException {
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      while (!isUpToDate(connection, statement)) {
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

  /** Runs the next one if there is one. */
  private static boolean isUpToDate(Connection connection, Statement statement)
      throws SQLException {
    statement.execute(LOCK);
    if (!isTrue(statement, OURS)) {
      if (isTrue(statement, ANYTHING)) {
        throw new SchemaException(
            "The schema pawl holds tables that are not Pawl's. Give Pawl a database where that"
                + " name is free.");
      }
      statement.execute(SCHEMA);
      statement.execute(BEGIN);
    }
    int known = check(statement);
    if (known < FILES.size()) {
      apply(connection, known + 1);
    }
    return known >= FILES.size() - 1;
  }

  /**
   * Only looks.
   *
   * @throws SchemaException if {@link #run} would have something to do, or to refuse
   */
  public static void check(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      int known = isTrue(statement, OURS) ? check(statement) : 0;
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
            ("The tables are at number %d, this program knows %d at most: a newer release was here."
                    + " Start that release, or give this one another database.")
                .formatted(applied.lastKey(), FILES.size()));
      }
      if (!one.getValue().equals(Sha256.hex(text(number)))) {
        throw new SchemaException(
            ("The tables were made by another %s than this program has. Start the release that made"
                    + " them, or give this one another database.")
                .formatted(FILES.get(number - 1)));
      }
    }
    return applied.size();
  }

  private static void apply(Connection connection, int number) throws SQLException {
    String text = text(number);
    try (Statement statement = connection.createStatement();
        PreparedStatement remember = connection.prepareStatement(REMEMBER)) {
      statement.execute(text);
      remember.setInt(1, number);
      remember.setString(2, FILES.get(number - 1));
      remember.setString(3, Sha256.hex(text));
      remember.executeUpdate();
    }
  }

  private static boolean isTrue(Statement statement, String question) throws SQLException {
    try (ResultSet rows = statement.executeQuery(question)) {
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
