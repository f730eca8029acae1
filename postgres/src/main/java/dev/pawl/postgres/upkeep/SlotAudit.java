package dev.pawl.postgres.upkeep;

import dev.pawl.postgres.connection.Borrowed;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.permit.CountUnfinished;
import dev.pawl.postgres.permit.PermitSql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/** Finds slots that nobody uses and nobody gave back, and executions held back for nothing. */
final class SlotAudit {

  // The first in each line: in a line that moves it is soon another one.
  private static final String FIRST_HELD_BACK =
      """
      select distinct on (h.tenant, h.line) h.tenant, h.id
        from (select e.tenant, e.id, e.wake_at,
                     case when exists (select from pawl.limited l
                                        where l.tenant = e.tenant and l.flow = '')
                          then '' else e.flow end as line
                from pawl.execution e
               where e.owner is null and e.wake_at is not null and e.lane = 101
                 and (%1$s < 2
                      or not exists (select from pawl.halted x where x.tenant = e.tenant))
                 and not exists (
                   select from pawl.limited l
                    where l.tenant = e.tenant and l.flow in ('', e.flow)
                      and (l.kind = 'active' or %1$s >= case when l.flow = '' then 2 else 1 end)
                      and not exists (
                        select from pawl.slot s
                         where s.tenant = l.tenant and s.flow = l.flow and s.kind = l.kind
                           and s.number <= l.at_most and s.execution is null
                        offset %2$s))) h
       order by h.tenant, h.line, h.wake_at, h.id
      """
          .formatted(PermitSql.NEEDS, PermitSql.SURPLUS);

  private static final String LET_GO =
      """
      update pawl.execution e set lane = e.priority
       where e.tenant = ? and e.id = ? and e.owner is null and e.lane = 101
      """;

  // A start reserves its permit a moment before its execution is written.
  private static final String LOST =
      """
      not exists (select from pawl.execution e
                   where e.tenant = s.tenant and e.id = s.execution
                     and (s.kind = 'concurrent' and e.begun or e.owner = s.owner))
         and (s.kind = 'active' or %s)\
      """
          .formatted(CountUnfinished.olderThan("s.execution", "1 minute"));

  private static final String LOST_SLOTS =
      """
      select distinct s.tenant, s.execution from pawl.slot s where s.execution is not null and %s
      """
          .formatted(LOST);

  // With the execution locked nobody takes or leaves it; one that ended never comes back.
  private static final String LOCK =
      "select from pawl.execution e where e.tenant = ? and e.id = ? for update";

  private static final String FREE_SLOTS =
      """
      update pawl.slot s set owner = null, execution = null
       where s.tenant = ? and s.execution = ? and %s
      """
          .formatted(LOST);

  private static final String COUNTED =
      "select l.tenant, l.flow from pawl.limited l where l.kind = 'concurrent'";

  // Those of a limit that shrank, when their holders have let go.
  private static final String DROP_SURPLUS =
      """
      delete from pawl.slot s
       where s.execution is null
         and not exists (select from pawl.limited l
                          where l.tenant = s.tenant and l.flow = s.flow and l.kind = s.kind
                            and s.number <= l.at_most)
      """;

  private record Key(int tenant, UUID id) {}

  private final Borrowed borrowed;
  private final Duration secondLook;

  SlotAudit(Borrowed borrowed, Duration secondLook) {
    this.borrowed = borrowed;
    this.secondLook = secondLook;
  }

  int freeLost() {
    int freed = 0;
    for (Key key : borrowed.use(connection -> keys(connection, LOST_SLOTS))) {
      freed +=
          borrowed.transact(
              connection -> {
                Borrowed.update(connection, LOCK, key.tenant, key.id);
                return Borrowed.update(connection, FREE_SLOTS, key.tenant, key.id);
              });
    }
    return freed;
  }

  int letGoHeldBack() {
    Set<Key> held = new HashSet<>(borrowed.use(connection -> keys(connection, FIRST_HELD_BACK)));
    if (held.isEmpty() || !pause()) {
      return 0;
    }
    held.retainAll(borrowed.use(connection -> keys(connection, FIRST_HELD_BACK)));
    int released = 0;
    for (Key key : held) {
      released += borrowed.update(LET_GO, key.tenant, key.id);
    }
    return released;
  }

  private boolean pause() {
    try {
      Thread.sleep(secondLook);
      return true;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Counts what started while its node did not know of a limit. */
  void countUnfinished() {
    record Scope(int tenant, String flow) {}
    List<Scope> scopes =
        borrowed.use(
            connection ->
                Rows.list(connection, COUNTED, row -> new Scope(row.getInt(1), row.getString(2))));
    for (Scope scope : scopes) {
      borrowed.transact(
          connection -> {
            Borrowed.update(connection, CountUnfinished.ONE_AT_A_TIME);
            CountUnfinished.count(connection, scope.tenant, scope.flow);
            return true;
          });
    }
  }

  void dropSurplus() {
    borrowed.update(DROP_SURPLUS);
  }

  private static List<Key> keys(Connection connection, String sql) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(sql);
        ResultSet rows = statement.executeQuery()) {
      List<Key> keys = new ArrayList<>();
      while (rows.next()) {
        keys.add(new Key(rows.getInt(1), rows.getObject(2, UUID.class)));
      }
      return keys;
    }
  }
}
