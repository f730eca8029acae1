package dev.pawl.postgres.claim;

import dev.pawl.postgres.connection.DedicatedConnection;
import dev.pawl.postgres.membership.NodeLease;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;

/** Registers an incarnation of a node and renews its lease; only the database's clock counts. */
public final class KeepLease {

  private static final String JOIN =
      """
      with n as (
        insert into pawl.node (name, lease_until)
        values (?, now() + ? * interval '1 microsecond') returning id)
      , f as (
        insert into pawl.fence (node, writer, batch)
        select n.id, w, 0 from n, generate_series(0, ?) w)
      select n.id, now(), (select count(*) + 1 from pawl.node) from n
      """;

  private static final String RENEW =
      """
      update pawl.node set lease_until = now() + ? * interval '1 microsecond'
       where id = ? and lease_until > now()
      returning now(), (select count(*) from pawl.node)
      """;

  private final DedicatedConnection connection;
  private final int node;
  private final NodeLease lease;
  private volatile int members;

  private KeepLease(DedicatedConnection connection, int node, NodeLease lease) {
    this.connection = connection;
    this.node = node;
    this.lease = lease;
  }

  /**
   * Registers a new incarnation with its fences.
   *
   * @param fences the highest fence number of the node
   */
  public static KeepLease join(
      DedicatedConnection connection, String name, Duration duration, int fences)
      throws SQLException {
    NodeLease lease = new NodeLease(duration);
    PreparedStatement statement = connection.statement(JOIN);
    statement.setString(1, name);
    statement.setLong(2, micros(duration));
    statement.setInt(3, fences);
    long sentNanos = System.nanoTime();
    try (ResultSet rows = statement.executeQuery()) {
      rows.next();
      lease.recordRenewal(sentNanos, rows.getObject(2, OffsetDateTime.class).toInstant());
      KeepLease joined = new KeepLease(connection, rows.getInt(1), lease);
      joined.members = rows.getInt(3);
      return joined;
    }
  }

  /**
   * Renews the lease and returns the database's time.
   *
   * @throws dev.pawl.engine.store.ExpelledException if the lease has lapsed
   */
  public Instant renew() throws SQLException {
    PreparedStatement statement = connection.statement(RENEW);
    statement.setLong(1, micros(lease.duration()));
    statement.setInt(2, node);
    long sentNanos = System.nanoTime();
    try (ResultSet rows = statement.executeQuery()) {
      if (!rows.next()) {
        throw lease.markLost("The lease of this node has lapsed.");
      }
      Instant now = rows.getObject(1, OffsetDateTime.class).toInstant();
      lease.recordRenewal(sentNanos, now);
      members = rows.getInt(2);
      return now;
    }
  }

  private static long micros(Duration duration) {
    return duration.toNanos() / 1000;
  }

  /** Returns the number of registered nodes as of the last renewal, this one included. */
  public int members() {
    return members;
  }

  public int node() {
    return node;
  }

  public NodeLease lease() {
    return lease;
  }
}
