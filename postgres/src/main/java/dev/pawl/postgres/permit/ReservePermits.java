package dev.pawl.postgres.permit;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.store.CommitResult;
import dev.pawl.engine.store.ConcurrencyLimit.LimitKind;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.DedicatedConnection;
import dev.pawl.postgres.row.Column;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Takes permits for executions before they are written, where a limit rejects surplus starts. The
 * audit frees permits whose execution is never written.
 */
public final class ReservePermits {

  private static final String LOCK = "for update";

  private static final String RESERVE =
      """
      with a as materialized (
        select u.tenant, u.id, u.flow, 0 as queue, u.place as wake_at
          from unnest(?::int[], ?::uuid[], ?::text[])
               with ordinality u(tenant, id, flow, place))
      , c as materialized (
        select a.* from a
         where not exists (select from pawl.permit s
                            where s.tenant = a.tenant and s.execution = a.id))
      """
          + PermitSql.stage(1, "c", LimitKind.CONCURRENT, PermitSql.PermitScope.FLOW, "true", LOCK)
          + PermitSql.stage(
              2, "n1", LimitKind.CONCURRENT, PermitSql.PermitScope.TENANT, "true", LOCK)
          + """
          , p as (select * from got1 union all select * from got2)
          , s as (
            update pawl.permit s set execution = p.id
              from p join n2 b on b.tenant = p.tenant and b.id = p.id
             where s.tenant = p.tenant and s.flow = p.flow and s.kind = p.kind
               and s.number = p.number)
          , x as (
            select d.tenant, d.id, d.flow, d.kind from need1 d
             where not exists (select from got1 g where g.tenant = d.tenant and g.id = d.id)
            union all
            select d.tenant, d.id, d.flow, d.kind from need2 d
             where not exists (select from got2 g where g.tenant = d.tenant and g.id = d.id))
          select a.tenant, a.id, c.id is null or b.id is not null, l.flow, l.max_permits
            from a
            left join c on c.tenant = a.tenant and c.id = a.id
            left join n2 b on b.tenant = a.tenant and b.id = a.id
            left join x on x.tenant = a.tenant and x.id = a.id
            left join pawl.concurrency_limit l
              on l.tenant = x.tenant and l.flow = x.flow and l.kind = x.kind
             and l.overflow = 'reject'
          """;

  private static final String RELEASE =
      """
      update pawl.permit set execution = null
       where tenant = any(?) and execution = any(?) and kind = 'concurrent'
      """;

  /**
   * Lists reserved and rejected executions; one that is in neither waits in the queue.
   *
   * @param reserved the executions that have all the permits they need
   * @param rejected the executions that a limit rejects, with the result to report
   */
  public record Outcome(Set<ExecutionKey> reserved, Map<ExecutionKey, CommitResult> rejected) {}

  private ReservePermits() {}

  /** Reserves permits for new executions in their order. */
  public static Outcome reserve(DedicatedConnection connection, List<ExecutionMetadata> starts)
      throws SQLException {
    Column tenants = Column.ints();
    Column ids = Column.uuids();
    Column flows = Column.texts();
    for (ExecutionMetadata info : starts) {
      tenants.add(info.key().tenant().value());
      ids.add(info.id().value());
      flows.add(info.version().flow());
    }
    PreparedStatement statement = connection.statement(RESERVE);
    tenants.bind(statement, 1);
    ids.bind(statement, 2);
    flows.bind(statement, 3);
    Outcome outcome = new Outcome(new HashSet<>(), new HashMap<>());
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        ExecutionKey key =
            new ExecutionKey(
                new TenantId(rows.getInt(1)), new ExecutionId(rows.getObject(2, UUID.class)));
        String flow = rows.getString(4);
        if (rows.getBoolean(3)) {
          outcome.reserved.add(key);
        } else if (flow != null) {
          Optional<String> named = flow.isEmpty() ? Optional.empty() : Optional.of(flow);
          outcome.rejected.put(key, new CommitResult.Rejected(named, rows.getInt(5)));
        }
      }
    }
    return outcome;
  }

  /** Frees the permits that were reserved for executions that were not written. */
  public static void release(DedicatedConnection connection, Set<ExecutionKey> keys)
      throws SQLException {
    Column tenants = Column.ints();
    Column ids = Column.uuids();
    for (ExecutionKey key : keys) {
      tenants.add(key.tenant().value());
      ids.add(key.id().value());
    }
    PreparedStatement statement = connection.statement(RELEASE);
    tenants.bind(statement, 1);
    ids.bind(statement, 2);
    statement.executeUpdate();
  }
}
