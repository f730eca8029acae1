package dev.pawl.postgres.upkeep;

import dev.pawl.postgres.connection.Borrowed;
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
 * Finds executions that nothing would wake, and wakes them. Every statement sees one state of the
 * tables, in which an execution that is well always has its reason to wake; rows that are locked
 * are at work and left alone.
 */
public final class Audit {

  static final Duration SECOND_LOOK = Duration.ofSeconds(3);

  public static final String OWNER_GONE = "held by a node that is gone";
  public static final String NO_REASON = "asleep for no reason";
  public static final String CHILDREN_GONE = "waits for children that are gone";
  public static final String LETTERS_UNREAD = "asleep with letters unread";
  public static final String LETTERS_TO_NOBODY = "letters to nobody";
  public static final String HELD_BACK = "held back though there is room";
  public static final String OVERDUE = "due long ago";
  public static final String SLOT_OF_NOBODY = "slots of nobody";

  private static final int BATCH = 1_000;

  private static final String OWNERS_GONE =
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

  // By its number, which is never given again: a row that changes hands meanwhile is let alone.
  private static final String RELEASE =
      """
      with c as materialized (
        select e.tenant, e.id from pawl.execution e where e.owner = ?
         order by e.owner, e.tenant, e.id limit %d for update skip locked)
      update pawl.execution e
         set owner = null, claim = null,
             lane = case when e.begun then e.priority else -1 end, wake_at = now()
        from c where e.tenant = c.tenant and e.id = c.id
      """
          .formatted(BATCH);

  private static final String UNWOKEN =
      """
      with c as materialized (
        select e.tenant, e.id, e.waits_for from pawl.execution e
         where e.owner is null and e.lane = 100 and e.wake_at is null and not e.paused
           and (e.waits_for is null or e.waits_for = 'child')
           and (e.waits_for is null
                or not exists (select from pawl.execution k
                                where k.tenant = e.tenant and k.parent = e.id))
         order by e.tenant, e.id limit %d for update of e skip locked)
      , u as (
        update pawl.execution e set lane = e.priority, wake_at = now()
          from c where e.tenant = c.tenant and e.id = c.id
        returning c.waits_for)
      select count(*) filter (where u.waits_for is null),
             count(*) filter (where u.waits_for is not null)
        from u
      """
          .formatted(BATCH);

  // A paused execution may leave letters unread until it goes on.
  private static final String UNREAD =
      """
      with c as materialized (
        select t.tenant, t.id
          from (select distinct i.tenant, i.execution from pawl.inbox i) i,
               lateral (select e.tenant, e.id from pawl.execution e
                         where e.tenant = i.tenant and e.id = i.execution
                           and e.owner is null and e.lane = 100 and not e.paused
                           for update skip locked) t
         limit %d)
      update pawl.execution e set lane = e.priority, wake_at = now()
        from c where e.tenant = c.tenant and e.id = c.id
      """
          .formatted(BATCH);

  // Nodes ring within a second; this long, not even a great many at once take.
  private static final String RING =
      """
      with c as materialized (
        select e.tenant, e.id from pawl.execution e
         where e.owner is null and e.wake_at is not null and e.lane = 100
           and e.wake_at < now() - interval '5 minutes'
         order by e.lane, e.wake_at limit %d for update skip locked)
      update pawl.execution e set lane = e.priority, wake_at = now()
        from c where e.tenant = c.tenant and e.id = c.id
      """
          .formatted(BATCH);

  private static final String TELL = "select pg_notify('pawl', '')";

  private final Borrowed borrowed;
  private final SlotAudit slots;

  Audit(Borrowed borrowed, Duration secondLook) {
    this.borrowed = borrowed;
    this.slots = new SlotAudit(borrowed, secondLook);
  }

  /** How many of each kind; a kind of which there are none is left out. */
  Map<String, Integer> run() {
    Map<String, Integer> found = new TreeMap<>();
    found.put(OWNER_GONE, releaseOwnersGone());
    unwoken(found);
    found.put(LETTERS_UNREAD, borrowed.updateInBatches(BATCH, UNREAD));
    found.put(LETTERS_TO_NOBODY, Orphans.ofInbox(borrowed).delete());
    found.put(OVERDUE, borrowed.updateInBatches(BATCH, RING));
    found.put(SLOT_OF_NOBODY, slots.freeLost());
    slots.countUnfinished();
    found.put(HELD_BACK, slots.letGoHeldBack());
    slots.dropSurplus();
    found.values().removeIf(count -> count == 0);
    if (!found.isEmpty()) {
      borrowed.update(TELL);
    }
    return found;
  }

  private int releaseOwnersGone() {
    int released = 0;
    for (int owner : borrowed.use(Audit::owners)) {
      released += borrowed.updateInBatches(BATCH, RELEASE, owner);
    }
    return released;
  }

  private void unwoken(Map<String, Integer> found) {
    List<Integer> woken = List.of(BATCH, 0);
    while (woken.get(0) + woken.get(1) >= BATCH) {
      woken = borrowed.use(Audit::wake);
      found.merge(NO_REASON, woken.get(0), Integer::sum);
      found.merge(CHILDREN_GONE, woken.get(1), Integer::sum);
    }
  }

  private static List<Integer> owners(Connection connection) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(OWNERS_GONE);
        ResultSet rows = statement.executeQuery()) {
      List<Integer> owners = new ArrayList<>();
      while (rows.next()) {
        owners.add(rows.getInt(1));
      }
      return owners;
    }
  }

  private static List<Integer> wake(Connection connection) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(UNWOKEN);
        ResultSet rows = statement.executeQuery()) {
      rows.next();
      return List.of(rows.getInt(1), rows.getInt(2));
    }
  }
}
