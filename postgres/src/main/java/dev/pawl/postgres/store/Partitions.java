package dev.pawl.postgres.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.UUID;

/**
 * The parts of the journal and of the finished executions, one for each day in UTC: that of the
 * executions' births, which their ids tell.
 */
final class Partitions {

  private static final List<String> TABLES = List.of("journal", "finished");

  private static final String EXISTS = "select to_regclass('pawl.%s') is not null";

  // Made first and attached then: that does not stop those who write meanwhile.
  private static final String MAKE =
      """
      create table pawl.%1$s (like pawl.%2$s
        including defaults including constraints including indexes including storage)
        with (autovacuum_vacuum_insert_threshold = -1);
      alter table pawl.%2$s attach partition pawl.%1$s for values from ('%3$s') to ('%4$s')
      """;

  private static final String LOCK = "select pg_advisory_xact_lock(hashtext('pawl.partition'))";

  private Partitions() {}

  /** Makes room for executions that begin between those times. */
  static void ensure(Connection connection, Instant from, Instant to) throws SQLException {
    for (Instant at = from; !at.isAfter(to); at = at.plus(Duration.ofDays(1))) {
      ensure(connection, at);
    }
    ensure(connection, to);
  }

  /** Makes room for executions that begin on the day of that time. */
  static void ensure(Connection connection, Instant at) throws SQLException {
    LocalDate day = LocalDate.ofInstant(at, ZoneOffset.UTC);
    for (String table : TABLES) {
      String name = table + "_" + day.format(DateTimeFormatter.BASIC_ISO_DATE);
      if (!exists(connection, name)) {
        make(connection, table, name, day);
      }
    }
  }

  private static void make(Connection connection, String table, String name, LocalDate day)
      throws SQLException {
    boolean before = connection.getAutoCommit();
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute(LOCK);
      if (!exists(connection, name)) {
        statement.execute(MAKE.formatted(name, table, first(day), first(day.plusDays(1))));
      }
      connection.commit();
    } catch (SQLException failed) {
      connection.rollback();
      throw failed;
    } finally {
      connection.setAutoCommit(before);
    }
  }

  private static boolean exists(Connection connection, String name) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(EXISTS.formatted(name))) {
      return rows.next() && rows.getBoolean(1);
    }
  }

  /** When an execution began, as its id has it. */
  static Instant time(UUID id) {
    return Instant.ofEpochMilli(id.getMostSignificantBits() >>> 16);
  }

  /** The least id of a time. */
  static UUID first(Instant at) {
    return new UUID(at.toEpochMilli() << 16, 0);
  }

  private static UUID first(LocalDate day) {
    return first(day.atStartOfDay().toInstant(ZoneOffset.UTC));
  }
}
