package dev.pawl.postgres.schema;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Manages the partitions of the journal, of the finished executions and of their failures, one per
 * UTC day. An execution belongs to the day on which it started, which its id contains.
 */
public final class Partitions {

  private static final List<String> TABLES = List.of("journal", "finished", "failure");

  private static final String EXISTS = "select to_regclass('pawl.%s') is not null";

  // Created first and attached then, which does not block concurrent writes. Rows are only inserted
  // and similar to each other: there is nothing to vacuum, statistics stay valid until the number
  // of rows has doubled, and a small sample is enough.
  private static final String CREATE =
      """
      create table pawl.%1$s (like pawl.%2$s
        including defaults including constraints including indexes including storage)
        with (autovacuum_vacuum_insert_threshold = -1, autovacuum_analyze_scale_factor = 1);
      select pawl.secure_tenant_rows('pawl.%1$s'::regclass),
             pawl.reduce_statistics('pawl.%1$s'::regclass);
      alter table pawl.%2$s attach partition pawl.%1$s for values from ('%3$s') to ('%4$s')
      """;

  // Writers queue behind a pending exclusive lock, so the wait for it must be short.
  private static final String LOCK =
      """
      set local lock_timeout = '2s';
      select pg_advisory_xact_lock(hashtext('pawl.partition'))
      """;

  private static final String DAYS =
      """
      select right(c.relname, 8) from pg_inherits i join pg_class c on c.oid = i.inhrelid
       where i.inhparent = 'pawl.finished'::regclass order by 1
      """;

  // Tenant by tenant: ids are sorted within each tenant only.
  private static final String HAS_LIVE_EXECUTIONS =
      """
      with recursive t as (
        (select e.tenant from pawl.execution e order by e.tenant limit 1)
        union all
        select (select e.tenant from pawl.execution e where e.tenant > t.tenant
                 order by e.tenant limit 1)
          from t where t.tenant is not null)
      select exists (
        select from t where exists (
          select from pawl.execution e
           where e.tenant = t.tenant and e.id >= '%1$s' and e.id < '%2$s'))
      """;

  private static final String COUNT = "select count(*) from pawl.finished_%1$s";

  // Locks the partitions first, so that a concurrent start on that day waits here and not halfway.
  private static final String LOCK_PARTITIONS =
      """
      set local lock_timeout = '200ms';
      lock table pawl.journal_%1$s, pawl.finished_%1$s, pawl.failure_%1$s in access exclusive mode
      """;

  private static final String DROP =
      "drop table pawl.journal_%1$s, pawl.finished_%1$s, pawl.failure_%1$s";

  private Partitions() {}

  /** Creates missing partitions for executions that start between the given times. */
  public static void ensure(Connection connection, Instant from, Instant to) throws SQLException {
    for (Instant at = from; !at.isAfter(to); at = at.plus(Duration.ofDays(1))) {
      ensure(connection, at);
    }
    ensure(connection, to);
  }

  /** Creates missing partitions for executions that start on the day of the given time. */
  public static void ensure(Connection connection, Instant at) throws SQLException {
    LocalDate day = LocalDate.ofInstant(at, ZoneOffset.UTC);
    for (String table : TABLES) {
      String name = table + "_" + day.format(DateTimeFormatter.BASIC_ISO_DATE);
      if (!exists(connection, name)) {
        create(connection, table, name, day);
      }
    }
  }

  private static void create(Connection connection, String table, String name, LocalDate day)
      throws SQLException {
    boolean before = connection.getAutoCommit();
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      statement.execute(LOCK);
      if (!exists(connection, name)) {
        statement.execute(CREATE.formatted(name, table, first(day), first(day.plusDays(1))));
      }
      connection.commit();
    } catch (SQLException failed) {
      connection.rollback();
      throw failed;
    } finally {
      connection.setAutoCommit(before);
    }
  }

  /** Returns the days that have partitions, oldest first. */
  public static List<LocalDate> days(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(DAYS)) {
      List<LocalDate> days = new ArrayList<>();
      while (rows.next()) {
        days.add(LocalDate.parse(rows.getString(1), DateTimeFormatter.BASIC_ISO_DATE));
      }
      return days;
    }
  }

  /**
   * Drops the partitions of a day, in a transaction of the caller, unless an execution that started
   * on it is live.
   *
   * @return the number of finished executions dropped
   */
  public static int drop(Connection connection, LocalDate day) throws SQLException {
    String name = day.format(DateTimeFormatter.BASIC_ISO_DATE);
    String hasLive = HAS_LIVE_EXECUTIONS.formatted(first(day), first(day.plusDays(1)));
    try (Statement statement = connection.createStatement()) {
      statement.execute(LOCK);
      if (!exists(connection, "finished_" + name) || isTrue(statement, hasLive)) {
        return 0;
      }
      int count = count(statement, COUNT.formatted(name));
      statement.execute(LOCK_PARTITIONS.formatted(name));
      if (isTrue(statement, hasLive)) {
        return 0;
      }
      statement.execute(DROP.formatted(name));
      return count;
    }
  }

  private static boolean isTrue(Statement statement, String sql) throws SQLException {
    try (ResultSet rows = statement.executeQuery(sql)) {
      return rows.next() && rows.getBoolean(1);
    }
  }

  private static int count(Statement statement, String sql) throws SQLException {
    try (ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getInt(1);
    }
  }

  private static boolean exists(Connection connection, String name) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return isTrue(statement, EXISTS.formatted(name));
    }
  }

  /** Returns the smallest id of executions that start at the given time. */
  public static UUID first(Instant at) {
    return new UUID(at.toEpochMilli() << 16, 0);
  }

  private static UUID first(LocalDate day) {
    return first(day.atStartOfDay().toInstant(ZoneOffset.UTC));
  }
}
