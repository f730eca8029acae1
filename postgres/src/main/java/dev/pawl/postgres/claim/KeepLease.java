package dev.pawl.postgres.claim;

import dev.pawl.postgres.connection.Line;
import dev.pawl.postgres.desk.Lease;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;

/** Begins an incarnation of a node and keeps it alive, by the database's clock alone. */
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

  private final Line line;
  private final int node;
  private final Lease lease;
  private volatile int members;

  private KeepLease(Line line, int node, Lease lease) {
    this.line = line;
    this.node = node;
    this.lease = lease;
  }

  /**
   * @param fences the highest number of a fence that the node has
   */
  public static KeepLease join(Line line, String name, Duration duration, int fences)
      throws SQLException {
    Lease lease = new Lease(duration);
    PreparedStatement statement = line.statement(JOIN);
    statement.setString(1, name);
    statement.setLong(2, micros(duration));
    statement.setInt(3, fences);
    long asked = System.nanoTime();
    try (ResultSet rows = statement.executeQuery()) {
      rows.next();
      lease.renewed(asked, rows.getObject(2, OffsetDateTime.class).toInstant());
      KeepLease kept = new KeepLease(line, rows.getInt(1), lease);
      kept.members = rows.getInt(3);
      return kept;
    }
  }

  public Instant renew() throws SQLException {
    PreparedStatement statement = line.statement(RENEW);
    statement.setLong(1, micros(lease.duration()));
    statement.setInt(2, node);
    long asked = System.nanoTime();
    try (ResultSet rows = statement.executeQuery()) {
      if (!rows.next()) {
        throw lease.lose("The lease of this node has lapsed.");
      }
      Instant now = rows.getObject(1, OffsetDateTime.class).toInstant();
      lease.renewed(asked, now);
      members = rows.getInt(2);
      return now;
    }
  }

  private static long micros(Duration duration) {
    return duration.toNanos() / 1000;
  }

  public int members() {
    return members;
  }

  public int node() {
    return node;
  }

  public Lease lease() {
    return lease;
  }
}
