package dev.pawl.postgres.claim;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.store.ClaimedExecution;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExpelledException;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.DedicatedConnection;
import dev.pawl.postgres.membership.NodeLease;
import dev.pawl.postgres.membership.RowHints;
import dev.pawl.postgres.membership.WriterContext;
import dev.pawl.postgres.write.Settlement;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Claims runnable executions for this node. Claims are numbered like batches, and claimed rows
 * carry the number: if the answer of a claim is lost, the next call returns its executions.
 */
public final class ClaimRunnable {

  /** The statement that claims executions when there are no concurrency limits. */
  public static final String CLAIM =
      ClaimSql.unlimitedCandidates("e.tenant, e.id, e.queue, e.wake_at")
          + """
          , f as materialized (
            update pawl.fence set batch = ?
             where node = ? and writer = ? and batch = ? and exists (select from c)
            returning node, batch)
          , u as (
            update pawl.execution e
               set owner = f.node, claim = f.batch, queue = e.priority, wake_at = null,
                   waits_for = null, paused = false, incident = null,
                   started = e.started or c.queue >= 0
              from f, c
             where e.tenant = c.tenant and e.id = c.id
            returning e.tenant, e.id, c.queue, c.wake_at)
          select u.tenant, u.id from (select u.tenant, u.id, u.queue, u.wake_at from u) u
           order by u.queue, u.wake_at, u.id
          """;

  private static final int MAX_REQUEUE_ATTEMPTS = 1;

  private static final String CLAIMED_BY_NUMBER =
      """
      select e.tenant, e.id from pawl.execution e
       where e.owner = ? and e.claim = ? order by e.priority, e.id
      """;

  private static final String PERMITS_OF_NODE =
      "select s.tenant, s.execution from pawl.permit s where s.owner = ?";

  private final DedicatedConnection connection;
  private final Settlement settlement;
  private final ReadClaimed readClaimed;
  private final NodeLease lease;
  private final int node;
  private final int writer;
  private final RowHints rowHints;
  private final AtomicLong lastDelivered;
  private boolean inDoubt;

  public ClaimRunnable(DedicatedConnection connection, WriterContext context, int writer) {
    this.connection = connection;
    this.lease = context.lease();
    this.node = context.node();
    this.rowHints = context.held();
    this.lastDelivered = context.claims();
    this.writer = writer;
    this.settlement = new Settlement(connection, node, writer);
    this.readClaimed = new ReadClaimed(connection, context.held());
  }

  /**
   * Claims up to {@code max} executions.
   *
   * @param holdsBack true if limits or emergency stops must be observed
   */
  public List<ClaimedExecution> claim(int max, boolean holdsBack) throws SQLException {
    long number = lastDelivered.get() + 1;
    List<ExecutionKey> keys = inDoubt ? settle(number) : List.of();
    if (keys.isEmpty()) {
      keys = holdsBack ? claimWithPermits(number, max) : claimUnlimited(number, max);
      if (keys.isEmpty()) {
        if (!settlement.mayWrite()) {
          throw expelled();
        }
        inDoubt = false;
        return List.of();
      }
    }
    List<ClaimedExecution> claimed = readClaimed.read(keys);
    lastDelivered.set(number);
    inDoubt = false;
    return claimed;
  }

  private List<ExecutionKey> settle(long number) throws SQLException {
    long last = settlement.lastWritten();
    if (last == Settlement.GONE) {
      throw expelled();
    }
    if (last < number) {
      return List.of();
    }
    readPermits();
    return claimedByNumber(number);
  }

  private ExpelledException expelled() {
    return lease.markLost("Another node has taken over the executions of this node.");
  }

  private List<ExecutionKey> claimUnlimited(long number, int max) throws SQLException {
    PreparedStatement statement = connection.statement(CLAIM);
    bind(statement, number, max);
    return keys(statement);
  }

  private List<ExecutionKey> claimWithPermits(long number, int max) throws SQLException {
    PreparedStatement statement = connection.statement(HoldBack.CLAIM);
    List<ExecutionKey> keys = new ArrayList<>();
    int heldBack = 1;
    boolean wasAnyHeldBack = false;
    int requeueAttempts = 0;
    // Runnable executions may follow those that were held back.
    while (keys.isEmpty() && heldBack > 0) {
      heldBack = 0;
      bind(statement, number, max);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          heldBack += rows.getInt(4);
          if (rows.getObject(2) != null) {
            ExecutionKey key = key(rows);
            keys.add(key);
            if (rows.getBoolean(3)) {
              rowHints.permits().add(key);
            }
          }
        }
      }
      wasAnyHeldBack |= heldBack > 0;
      // A permit may have been kept for an execution that then lacked another one.
      if (keys.isEmpty()
          && heldBack == 0
          && wasAnyHeldBack
          && requeueAttempts++ < MAX_REQUEUE_ATTEMPTS) {
        heldBack = HoldBack.requeue(connection);
      }
    }
    return keys;
  }

  private void bind(PreparedStatement statement, long number, int max) throws SQLException {
    statement.setInt(1, max);
    statement.setLong(2, number);
    statement.setInt(3, node);
    statement.setInt(4, writer);
    statement.setLong(5, number - 1);
    inDoubt = true;
  }

  private void readPermits() throws SQLException {
    PreparedStatement statement = connection.statement(PERMITS_OF_NODE);
    statement.setInt(1, node);
    rowHints.permits().addAll(keys(statement));
  }

  private List<ExecutionKey> claimedByNumber(long number) throws SQLException {
    PreparedStatement statement = connection.statement(CLAIMED_BY_NUMBER);
    statement.setInt(1, node);
    statement.setLong(2, number);
    return keys(statement);
  }

  private static List<ExecutionKey> keys(PreparedStatement statement) throws SQLException {
    List<ExecutionKey> keys = new ArrayList<>();
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        keys.add(key(rows));
      }
    }
    return keys;
  }

  private static ExecutionKey key(ResultSet row) throws SQLException {
    return new ExecutionKey(
        new TenantId(row.getInt(1)), new ExecutionId(row.getObject(2, UUID.class)));
  }
}
