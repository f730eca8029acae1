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
 * The parts of the journal and of the finished executions, one for each day in UTC: that of the
 * executions' births, which their ids tell.
 */
public final class Partitions {

  private static final List<String> TABLES = List.of("journal", "finished");

  private static final String EXISTS = "select to_regclass('pawl.%s') is not null";

  // Made first and attached then: that does not stop those who write meanwhile. Rows are only
  // added, and alike: there is nothing to vacuum, statistics hold until there are twice as many,
  // and need but a small sample.
  private static final String MAKE =
      """
      create table pawl.%1$s (like pawl.%2$s
        including defaults including constraints including indexes including storage)
        with (autovacuum_vacuum_insert_threshold = -1, autovacuum_analyze_scale_factor = 1);
      select pawl.guard('pawl.%1$s'::regclass), pawl.sample('pawl.%1$s'::regclass);
      alter table pawl.%2$s attach partition pawl.%1$s for values from ('%3$s') to ('%4$s')
      """;

  // Nobody who writes may have to wait long behind one who waits.
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

  // Tenants one by one: ids are sorted within each of them only.
  private static final String LIVES =
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

  // The parts first: whoever would begin an execution of that day waits here and not half-way.
  private static final String HOLD =
      """
      set local lock_timeout = '200ms';
      lock table pawl.journal_%1$s, pawl.finished_%1$s in access exclusive mode
      """;

  private static final String DROP = "drop table pawl.journal_%1$s, pawl.finished_%1$s";

  private Partitions() {}

  /** Makes room for executions that begin between those times. */
  public static void ensure(Connection connection, Instant from, Instant to) throws SQLException {
    for (Instant at = from; !at.isAfter(to); at = at.plus(Duration.ofDays(1))) {
      ensure(connection, at);
    }
    ensure(connection, to);
  }

  /** Makes room for executions that begin on the day of that time. */
  public static void ensure(Connection connection, Instant at) throws SQLException {
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

  /** The days for which there is room, oldest first. */
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
   * Drops a day, within a transaction of the caller's, unless an execution lives that began on it,
   * and says how many executions that were.
   */
  public static int drop(Connection connection, LocalDate day) throws SQLException {
    String name = day.format(DateTimeFormatter.BASIC_ISO_DATE);
    String lives = LIVES.formatted(first(day), first(day.plusDays(1)));
    try (Statement statement = connection.createStatement()) {
      statement.execute(LOCK);
      if (!exists(connection, "finished_" + name) || isTrue(statement, lives)) {
        return 0;
      }
      int count = count(statement, COUNT.formatted(name));
      statement.execute(HOLD.formatted(name));
      if (isTrue(statement, lives)) {
        return 0;
      }
      statement.execute(DROP.formatted(name));
      return count;
    }
  }

  private static boolean isTrue(Statement statement, String question) throws SQLException {
    try (ResultSet rows = statement.executeQuery(question)) {
      return rows.next() && rows.getBoolean(1);
    }
  }

  private static int count(Statement statement, String question) throws SQLException {
    try (ResultSet rows = statement.executeQuery(question)) {
      rows.next();
      return rows.getInt(1);
    }
  }

  private static boolean exists(Connection connection, String name) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return isTrue(statement, EXISTS.formatted(name));
    }
  }

  /** The least id of a time. */
  public static UUID first(Instant at) {
    return new UUID(at.toEpochMilli() << 16, 0);
  }

  private static UUID first(LocalDate day) {
    return first(day.atStartOfDay().toInstant(ZoneOffset.UTC));
  }
}
