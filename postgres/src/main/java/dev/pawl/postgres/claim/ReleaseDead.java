package dev.pawl.postgres.claim;

import dev.pawl.postgres.connection.Connections;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Revokes the right to write of dead nodes and makes their executions claimable. It can stop at any
 * point; another node completes it.
 */
public final class ReleaseDead {

  private static final String ANY_DEAD =
      "select from pawl.node n where n.lease_until < now() limit 1";

  // The deletion waits for a batch that is being written; later batches find no fence.
  private static final String EXPEL =
      """
      with c as materialized (
        select n.id from pawl.node n where n.lease_until < now() for update skip locked)
      , f as (
        delete from pawl.fence f using c where f.node = c.id)
      select c.id from c
      """;

  private static final String RESIGN =
      """
      with n as (
        update pawl.node set lease_until = '-infinity' where id = ? returning id)
      delete from pawl.fence f using n where f.node = n.id
      """;

  private static final String LAPSE_ALL = "update pawl.node set lease_until = '-infinity'";

  /** The statement that releases a chunk of the executions of a node. */
  public static final String RELEASE =
      """
      with c as materialized (
        select e.tenant, e.id from pawl.execution e
         where e.owner = ? and (e.tenant, e.id) > (?, ?)
         order by e.owner, e.tenant, e.id limit 1000 for update)
      , n as materialized (
        select c.tenant, c.id, row_number() over (partition by c.tenant order by c.id) as place
          from c)
      , u as (
        update pawl.execution e
           set owner = null, claim = null, queue = case when e.started then e.priority else -1 end,
               wake_at = now() + (n.place - 1) * interval '1 ms'
          from n
         where e.tenant = n.tenant and e.id = n.id)
      select c.tenant, c.id, count(*) over () from c order by c.tenant desc, c.id desc limit 1
      """;

  private static final String FREE_PERMITS =
      "update pawl.permit set owner = null, execution = null where owner = ?";

  private static final String DELETE_NODE =
      """
      with n as (
        delete from pawl.node n where n.id = ? and not exists (
          select from pawl.execution e where e.owner = ?)
        returning 1)
      select pg_notify('pawl', '') from n
      """;

  private record LastReleased(int tenant, UUID id, int count) {}

  private ReleaseDead() {}

  /** Releases the executions of nodes whose leases have lapsed, and returns their number. */
  public static int release(Connections connections) throws SQLException {
    try (Connection connection = connections.borrow();
        PreparedStatement statement = connection.prepareStatement(ANY_DEAD);
        ResultSet rows = statement.executeQuery()) {
      if (!rows.next()) {
        return 0;
      }
    }
    try (Connection connection = connections.openDedicated()) {
      return release(connection);
    }
  }

  private static int release(Connection connection) throws SQLException {
    List<Integer> dead = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(EXPEL);
        ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        dead.add(rows.getInt(1));
      }
    }
    int released = 0;
    for (int node : dead) {
      released += release(connection, node);
    }
    return released;
  }

  /**
   * Gives up the right to write of a node that shuts down normally, and releases its executions.
   */
  public static void resign(Connections connections, int node) throws SQLException {
    try (Connection connection = connections.openDedicated();
        PreparedStatement statement = connection.prepareStatement(RESIGN)) {
      statement.setInt(1, node);
      statement.executeUpdate();
      release(connection, node);
    }
  }

  /** Ends all leases. A node that is still running loses its executions and must join again. */
  public static void expireAll(Connections connections) throws SQLException {
    try (Connection connection = connections.borrow();
        PreparedStatement statement = connection.prepareStatement(LAPSE_ALL)) {
      statement.executeUpdate();
    }
  }

  private static int release(Connection connection, int node) throws SQLException {
    int released = 0;
    @Nullable LastReleased last = new LastReleased(Integer.MIN_VALUE, new UUID(0, 0), 0);
    while (last != null) {
      last = releaseChunk(connection, node, last);
      released += last == null ? 0 : last.count;
    }
    try (PreparedStatement permits = connection.prepareStatement(FREE_PERMITS);
        PreparedStatement deleteNode = connection.prepareStatement(DELETE_NODE)) {
      permits.setInt(1, node);
      permits.executeUpdate();
      deleteNode.setInt(1, node);
      deleteNode.setInt(2, node);
      deleteNode.execute();
    }
    return released;
  }

  private static @Nullable LastReleased releaseChunk(
      Connection connection, int node, LastReleased after) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(RELEASE)) {
      statement.setInt(1, node);
      statement.setInt(2, after.tenant);
      statement.setObject(3, after.id);
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next()
            ? new LastReleased(rows.getInt(1), rows.getObject(2, UUID.class), rows.getInt(3))
            : null;
      }
    }
  }
}
