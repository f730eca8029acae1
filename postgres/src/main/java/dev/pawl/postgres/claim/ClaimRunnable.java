package dev.pawl.postgres.claim;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.store.Claimed;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExpelledException;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Line;
import dev.pawl.postgres.desk.Desk;
import dev.pawl.postgres.desk.Held;
import dev.pawl.postgres.desk.Lease;
import dev.pawl.postgres.write.Settlement;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Takes executions that can go on. Claims are numbered like batches, and what a claim has taken
 * bears its number: if its answer is lost, the next call hands it over.
 */
public final class ClaimRunnable {

  public static final String CLAIM =
      """
      with c as materialized (
        select e.tenant, e.id, e.lane, e.wake_at from pawl.execution e
         where e.owner is null and e.wake_at is not null and e.lane < 100
         order by e.lane, e.wake_at limit ? for update skip locked)
      , f as materialized (
        update pawl.fence set batch = ?
         where node = ? and writer = ? and batch = ? and exists (select from c)
        returning node, batch)
      , u as (
        update pawl.execution e
           set owner = f.node, claim = f.batch, lane = e.priority, wake_at = null,
               waits_for = null, paused = false, incident = null,
               begun = e.begun or c.lane >= 0
          from f, c
         where e.tenant = c.tenant and e.id = c.id
        returning e.tenant, e.id, c.lane, c.wake_at)
      select u.tenant, u.id from (select u.tenant, u.id, u.lane, u.wake_at from u) u
       order by u.lane, u.wake_at, u.id
      """;

  private static final int MAX_SECOND_LOOKS = 1;

  private static final String TAKEN =
      """
      select e.tenant, e.id from pawl.execution e
       where e.owner = ? and e.claim = ? order by e.priority, e.id
      """;

  private static final String SLOTS =
      "select s.tenant, s.execution from pawl.slot s where s.owner = ?";

  private final Line line;
  private final Settlement settlement;
  private final ReadClaimed readClaimed;
  private final Lease lease;
  private final int node;
  private final int writer;
  private final Held held;
  private final AtomicLong delivered;
  private boolean inDoubt;

  public ClaimRunnable(Line line, Desk desk, int writer) {
    this.line = line;
    this.lease = desk.lease();
    this.node = desk.node();
    this.held = desk.held();
    this.delivered = desk.claims();
    this.writer = writer;
    this.settlement = new Settlement(line, node, writer);
    this.readClaimed = new ReadClaimed(line, desk.held());
  }

  public List<Claimed> claim(int max, boolean limited) throws SQLException {
    long number = delivered.get() + 1;
    List<ExecutionKey> taken = inDoubt ? settle(number) : List.of();
    if (taken.isEmpty()) {
      taken = limited ? takeLimited(number, max) : take(number, max);
      if (taken.isEmpty()) {
        if (!settlement.isAllowed()) {
          throw expelled();
        }
        inDoubt = false;
        return List.of();
      }
    }
    List<Claimed> claimed = readClaimed.read(taken);
    delivered.set(number);
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
    readSlots();
    return taken(number);
  }

  private ExpelledException expelled() {
    return lease.lose("Another node has taken over what this one had.");
  }

  private List<ExecutionKey> take(long number, int max) throws SQLException {
    PreparedStatement statement = line.statement(CLAIM);
    bind(statement, number, max);
    return keys(statement);
  }

  private List<ExecutionKey> takeLimited(long number, int max) throws SQLException {
    PreparedStatement statement = line.statement(HoldBack.CLAIM);
    List<ExecutionKey> taken = new ArrayList<>();
    int heldBack = 1;
    boolean wasAnyHeldBack = false;
    int secondLooks = 0;
    // Behind those that were held back there may be others.
    while (taken.isEmpty() && heldBack > 0) {
      heldBack = 0;
      bind(statement, number, max);
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          heldBack += rows.getInt(4);
          if (rows.getObject(2) != null) {
            ExecutionKey key = key(rows);
            taken.add(key);
            if (rows.getBoolean(3)) {
              held.slots().add(key);
            }
          }
        }
      }
      wasAnyHeldBack |= heldBack > 0;
      // A permit may have been kept for one that then lacked another.
      if (taken.isEmpty() && heldBack == 0 && wasAnyHeldBack && secondLooks++ < MAX_SECOND_LOOKS) {
        heldBack = HoldBack.comeBack(line);
      }
    }
    return taken;
  }

  private void bind(PreparedStatement statement, long number, int max) throws SQLException {
    statement.setInt(1, max);
    statement.setLong(2, number);
    statement.setInt(3, node);
    statement.setInt(4, writer);
    statement.setLong(5, number - 1);
    inDoubt = true;
  }

  private void readSlots() throws SQLException {
    PreparedStatement statement = line.statement(SLOTS);
    statement.setInt(1, node);
    held.slots().addAll(keys(statement));
  }

  private List<ExecutionKey> taken(long number) throws SQLException {
    PreparedStatement statement = line.statement(TAKEN);
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
