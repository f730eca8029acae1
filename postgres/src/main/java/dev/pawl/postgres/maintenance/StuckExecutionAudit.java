package dev.pawl.postgres.maintenance;

import dev.pawl.postgres.connection.ConnectionTemplate;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Finds executions that nothing would wake, and wakes them. Each statement sees one snapshot, in
 * which a healthy execution always has a reason to wake; locked rows are in use and skipped.
 */
public final class StuckExecutionAudit {

  static final Duration RECHECK_DELAY = Duration.ofSeconds(3);

  public static final String OWNER_GONE = "owned by a node that no longer exists";
  public static final String NO_REASON = "parked without a reason";
  public static final String CHILDREN_GONE = "waits for children that no longer exist";
  public static final String MESSAGES_UNREAD = "parked with unread messages";
  public static final String ORPHANED_MESSAGES = "messages without an execution";
  public static final String HELD_BACK = "held back although permits are free";
  public static final String OVERDUE = "wake-up overdue";
  public static final String ORPHANED_PERMITS = "permits without an execution";

  private static final int ROWS_PER_STATEMENT = 1_000;

  private static final String MISSING_OWNERS =
      """
      with recursive o as (
        (select e.owner from pawl.execution e where e.owner is not null order by e.owner limit 1)
        union all
        select (select e.owner from pawl.execution e where e.owner > o.owner
                 order by e.owner limit 1)
          from o where o.owner is not null)
      select o.owner from o
       where o.owner is not null and not exists (select from pawl.node n where n.id = o.owner)
      """;

  // Node ids are never reused, so a row that changes its owner meanwhile is not affected.
  private static final String RELEASE =
      """
      with c as materialized (
        select e.tenant, e.id from pawl.execution e where e.owner = ?
         order by e.owner, e.tenant, e.id limit %d for update skip locked)
      update pawl.execution e
         set owner = null, claim = null,
             queue = case when e.started then e.priority else -1 end, wake_at = now()
        from c where e.tenant = c.tenant and e.id = c.id
      """
          .formatted(ROWS_PER_STATEMENT);

  private static final String WAKE_STUCK =
      """
      with c as materialized (
        select e.tenant, e.id, e.waits_for from pawl.execution e
         where e.owner is null and e.queue = 100 and e.wake_at is null and not e.paused
           and (e.waits_for is null or e.waits_for = 'child')
           and (e.waits_for is null
                or not exists (select from pawl.execution k
                                where k.tenant = e.tenant and k.parent = e.id))
         order by e.tenant, e.id limit %d for update of e skip locked)
      , u as (
        update pawl.execution e set queue = e.priority, wake_at = now()
          from c where e.tenant = c.tenant and e.id = c.id
        returning c.waits_for)
      select count(*) filter (where u.waits_for is null),
             count(*) filter (where u.waits_for is not null)
        from u
      """
          .formatted(ROWS_PER_STATEMENT);

  // A paused execution may leave messages unread until it is resumed.
  private static final String WAKE_WITH_UNREAD =
      """
      with c as materialized (
        select t.tenant, t.id
          from (select distinct i.tenant, i.execution from pawl.inbox i) i,
               lateral (select e.tenant, e.id from pawl.execution e
                         where e.tenant = i.tenant and e.id = i.execution
                           and e.owner is null and e.queue = 100 and not e.paused
                           for update skip locked) t
         limit %d)
      update pawl.execution e set queue = e.priority, wake_at = now()
        from c where e.tenant = c.tenant and e.id = c.id
      """
          .formatted(ROWS_PER_STATEMENT);

  // Nodes wake due executions within a second; even a large backlog does not take this long.
  private static final String WAKE_OVERDUE =
      """
      with c as materialized (
        select e.tenant, e.id from pawl.execution e
         where e.owner is null and e.wake_at is not null and e.queue = 100
           and e.wake_at < now() - interval '5 minutes'
         order by e.queue, e.wake_at limit %d for update skip locked)
      update pawl.execution e set queue = e.priority, wake_at = now()
        from c where e.tenant = c.tenant and e.id = c.id
      """
          .formatted(ROWS_PER_STATEMENT);

  private static final String NOTIFY = "select pg_notify('pawl', '')";

  private final ConnectionTemplate jdbc;
  private final PermitAudit permits;

  StuckExecutionAudit(ConnectionTemplate jdbc, Duration recheckDelay) {
    this.jdbc = jdbc;
    this.permits = new PermitAudit(jdbc, recheckDelay);
  }

  /**
   * Repairs what it finds and returns the number of cases by kind, without kinds that have none.
   */
  Map<String, Integer> run() {
    Map<String, Integer> found = new TreeMap<>();
    found.put(OWNER_GONE, releaseOfMissingNodes());
    wakeStuck(found);
    found.put(MESSAGES_UNREAD, jdbc.updateInBatches(ROWS_PER_STATEMENT, WAKE_WITH_UNREAD));
    found.put(ORPHANED_MESSAGES, OrphanedRows.ofInbox(jdbc).delete());
    found.put(OVERDUE, jdbc.updateInBatches(ROWS_PER_STATEMENT, WAKE_OVERDUE));
    found.put(ORPHANED_PERMITS, permits.releaseLost());
    permits.countUnfinished();
    found.put(HELD_BACK, permits.requeueHeldBack());
    permits.dropSurplus();
    found.values().removeIf(count -> count == 0);
    if (!found.isEmpty()) {
      jdbc.update(NOTIFY);
    }
    return found;
  }

  private int releaseOfMissingNodes() {
    int released = 0;
    for (int owner : jdbc.use(StuckExecutionAudit::owners)) {
      released += jdbc.updateInBatches(ROWS_PER_STATEMENT, RELEASE, owner);
    }
    return released;
  }

  private void wakeStuck(Map<String, Integer> found) {
    List<Integer> woken = List.of(ROWS_PER_STATEMENT, 0);
    while (woken.get(0) + woken.get(1) >= ROWS_PER_STATEMENT) {
      woken = jdbc.use(StuckExecutionAudit::wake);
      found.merge(NO_REASON, woken.get(0), Integer::sum);
      found.merge(CHILDREN_GONE, woken.get(1), Integer::sum);
    }
  }

  private static List<Integer> owners(Connection connection) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(MISSING_OWNERS);
        ResultSet rows = statement.executeQuery()) {
      List<Integer> owners = new ArrayList<>();
      while (rows.next()) {
        owners.add(rows.getInt(1));
      }
      return owners;
    }
  }

  private static List<Integer> wake(Connection connection) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(WAKE_STUCK);
        ResultSet rows = statement.executeQuery()) {
      rows.next();
      return List.of(rows.getInt(1), rows.getInt(2));
    }
  }
}
