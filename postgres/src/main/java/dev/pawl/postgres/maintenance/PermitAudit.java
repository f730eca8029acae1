package dev.pawl.postgres.maintenance;

import dev.pawl.postgres.connection.ConnectionTemplate;
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

/**
 * Finds permits that were not released by their executions, and executions that are held back
 * although permits are free.
 */
final class PermitAudit {

  // Only the first execution of each queue: if the queue moves, another one is soon first.
  private static final String FIRST_HELD_BACK =
      """
      select distinct on (h.tenant, h.line) h.tenant, h.id
        from (select e.tenant, e.id, e.wake_at,
                     case when exists (select from pawl.concurrency_limit l
                                        where l.tenant = e.tenant and l.flow = '')
                          then '' else e.flow end as line
                from pawl.execution e
               where e.owner is null and e.wake_at is not null and e.queue = 101
                 and (%1$s < 2 or e.reply is not null
                      or not exists (select from pawl.emergency_stop x where x.tenant = e.tenant))
                 and not exists (
                   select from pawl.concurrency_limit l
                    where l.tenant = e.tenant and l.flow in ('', e.flow)
                      and (l.kind = 'active' or %1$s >= case when l.flow = '' then 2 else 1 end)
                      and not exists (
                        select from pawl.permit s
                         where s.tenant = l.tenant and s.flow = l.flow and s.kind = l.kind
                           and s.number <= l.max_permits and s.execution is null
                        offset %2$s))) h
       order by h.tenant, h.line, h.wake_at, h.id
      """
          .formatted(PermitSql.NEEDS, PermitSql.SURPLUS);

  private static final String REQUEUE =
      """
      update pawl.execution e set queue = e.priority
       where e.tenant = ? and e.id = ? and e.owner is null and e.queue = 101
      """;

  // A start reserves its permit shortly before its execution is written.
  private static final String IS_LOST =
      """
      not exists (select from pawl.execution e
                   where e.tenant = s.tenant and e.id = s.execution
                     and (s.kind = 'concurrent' and e.started or e.owner = s.owner))
         and (s.kind = 'active' or %s)\
      """
          .formatted(CountUnfinished.olderThan("s.execution", "1 minute"));

  private static final String LOST_PERMITS =
      """
      select distinct s.tenant, s.execution from pawl.permit s where s.execution is not null and %s
      """
          .formatted(IS_LOST);

  // While the execution is locked, no node can claim or release it; one that ended never returns.
  private static final String LOCK =
      "select from pawl.execution e where e.tenant = ? and e.id = ? for update";

  private static final String RELEASE_PERMITS =
      """
      update pawl.permit s set owner = null, execution = null
       where s.tenant = ? and s.execution = ? and %s
      """
          .formatted(IS_LOST);

  private static final String COUNTED_SCOPES =
      "select l.tenant, l.flow from pawl.concurrency_limit l where l.kind = 'concurrent'";

  // Permits of a lowered limit, once their holders have released them.
  private static final String DELETE_SURPLUS =
      """
      delete from pawl.permit s
       where s.execution is null
         and not exists (select from pawl.concurrency_limit l
                          where l.tenant = s.tenant and l.flow = s.flow and l.kind = s.kind
                            and s.number <= l.max_permits)
      """;

  private record Key(int tenant, UUID id) {}

  private final ConnectionTemplate jdbc;
  private final Duration recheckDelay;

  PermitAudit(ConnectionTemplate jdbc, Duration recheckDelay) {
    this.jdbc = jdbc;
    this.recheckDelay = recheckDelay;
  }

  int releaseLost() {
    int freed = 0;
    for (Key key : jdbc.use(connection -> keys(connection, LOST_PERMITS))) {
      freed +=
          jdbc.transact(
              connection -> {
                ConnectionTemplate.update(connection, LOCK, key.tenant, key.id);
                return ConnectionTemplate.update(connection, RELEASE_PERMITS, key.tenant, key.id);
              });
    }
    return freed;
  }

  int requeueHeldBack() {
    Set<Key> held = new HashSet<>(jdbc.use(connection -> keys(connection, FIRST_HELD_BACK)));
    if (held.isEmpty() || !pause()) {
      return 0;
    }
    held.retainAll(jdbc.use(connection -> keys(connection, FIRST_HELD_BACK)));
    int released = 0;
    for (Key key : held) {
      released += jdbc.update(REQUEUE, key.tenant, key.id);
    }
    return released;
  }

  private boolean pause() {
    try {
      Thread.sleep(recheckDelay);
      return true;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Counts executions that started before their node knew of a limit. */
  void countUnfinished() {
    record Scope(int tenant, String flow) {}
    List<Scope> scopes =
        jdbc.use(
            connection ->
                Rows.list(
                    connection, COUNTED_SCOPES, row -> new Scope(row.getInt(1), row.getString(2))));
    for (Scope scope : scopes) {
      jdbc.transact(
          connection -> {
            ConnectionTemplate.update(connection, CountUnfinished.ONE_AT_A_TIME);
            CountUnfinished.count(connection, scope.tenant, scope.flow);
            return true;
          });
    }
  }

  void dropSurplus() {
    jdbc.update(DELETE_SURPLUS);
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
