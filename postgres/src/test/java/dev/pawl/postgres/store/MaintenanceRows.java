package dev.pawl.postgres.store;

import dev.pawl.postgres.schema.Partitions;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** What the tests of maintenance find in the tables, put there behind everybody's back. */
final class MaintenanceRows {

  private final TestServer server;
  private int born;

  MaintenanceRows(TestServer server) {
    this.server = server;
  }

  void clear() throws SQLException {
    server.run(
        """
        truncate pawl.execution, pawl.journal, pawl.finished, pawl.inbox, pawl.idempotency_key,
                 pawl.snapshot, pawl.concurrency_limit, pawl.permit, pawl.node
        """);
  }

  UUID id(Instant at) {
    return new UUID(at.toEpochMilli() << 16 | 0x7000, 0x8000_0000_0000_0000L | ++born);
  }

  /** An id of so many days ago; its partition exists. */
  UUID aged(int days) throws SQLException {
    Instant at = server.today().minus(Duration.ofDays(days));
    try (Connection connection = server.connect()) {
      Partitions.ensure(connection, at);
    }
    return id(at);
  }

  /** Puts live executions into the table and returns the id of the last one. */
  UUID live(int count, String columns, String values) throws SQLException {
    List<String> rows = new ArrayList<>();
    UUID last = new UUID(0, 0);
    for (int i = 0; i < count; i++) {
      last = id(server.today());
      String id = columns.startsWith("id,") ? "" : ", '" + last + "'";
      String tenant = columns.startsWith("tenant,") ? "" : ", 1";
      String flow = columns.endsWith("flow") ? "" : ", 'order'";
      rows.add("(" + values + ", 1, 2, 0" + flow + tenant + id + ")");
    }
    String all =
        columns
            + ", version, priority, depth"
            + (columns.endsWith("flow") ? "" : ", flow")
            + (columns.startsWith("tenant,") ? "" : ", tenant")
            + (columns.startsWith("id,") ? "" : ", id");
    server.run("insert into pawl.execution (%s) values %s".formatted(all, String.join(", ", rows)));
    return last;
  }

  void finished(UUID id) throws SQLException {
    server.run(
        """
        insert into pawl.finished (tenant, version, started_at, ended_at, id, priority, depth,
                                   status, flow)
        values (1, 1, now(), now(), '%s', 2, 0, 'SUCCEEDED', 'order')
        """
            .formatted(id));
  }

  static String fact(UUID execution) {
    return "insert into pawl.journal (tenant, execution, seq, at, fact)"
        + " values (1, '%s', 1, now(), '')".formatted(execution);
  }

  static String message(UUID to, int number) {
    return "insert into pawl.inbox (tenant, execution, number, at, body)"
        + " values (1, '%s', %d, now(), '')".formatted(to, number);
  }

  static String snapshot(UUID execution) {
    return "insert into pawl.snapshot (tenant, execution, seq, at, format, bytes)"
        + " values (1, '%s', 1, now(), 1, '')".formatted(execution);
  }

  static String key(String key, UUID execution, String age) {
    return "insert into pawl.idempotency_key (tenant, scope, key, execution, at)"
        + " values (1, 'start:order', '%s', '%s', now() - interval '%s')"
            .formatted(key, execution, age);
  }

  void take(UUID execution, int node) throws SQLException {
    server.run(
        """
        update pawl.permit set owner = %d, execution = '%s'
         where number = (select min(number) from pawl.permit where execution is null)
        """
            .formatted(node, execution));
  }

  /** Takes a permit for an execution, as a start does before it is written. */
  void reserve(UUID execution) throws SQLException {
    server.run(
        """
        update pawl.permit set execution = '%s'
         where number = (select min(number) from pawl.permit where execution is null)
        """
            .formatted(execution));
  }

  boolean isReserved(UUID execution) throws SQLException {
    return server.number("select count(*) from pawl.permit where execution = '" + execution + "'")
        > 0;
  }

  int permits(String flow) throws SQLException {
    return server.number("select count(*) from pawl.permit where flow = '" + flow + "'");
  }

  int count(String table) throws SQLException {
    return server.number("select count(*) from pawl." + table);
  }

  int runnable() throws SQLException {
    return server.number(
        """
        select count(*) from pawl.execution
         where owner is null and claim is null and queue = priority and wake_at <= now()
        """);
  }
}
