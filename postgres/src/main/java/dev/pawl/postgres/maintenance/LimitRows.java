package dev.pawl.postgres.maintenance;

import dev.pawl.engine.store.ConcurrencyLimit;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.permit.CountUnfinished;
import dev.pawl.postgres.permit.PermitSql;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * Sets and removes limits and their permits, one row per permit. When a limit is lowered, holders
 * move to free permits that remain; other holders keep theirs until they release them.
 */
final class LimitRows {

  private static final String UPSERT_LIMIT =
      """
      insert into pawl.concurrency_limit (tenant, flow, kind, max_permits, overflow, queue_timeout)
      values (?, ?, ?, ?, ?, nullif(?::text, '')::interval)
      on conflict (tenant, flow, kind) do update
         set max_permits = excluded.max_permits, overflow = excluded.overflow,
             queue_timeout = excluded.queue_timeout
      """;

  private static final String ADD_PERMITS =
      """
      insert into pawl.permit (tenant, flow, kind, number) select ?, ?, ?, generate_series(1, ?)
      on conflict (tenant, flow, kind, number) do nothing
      """;

  private static final String LOCK_PERMITS =
      """
      select from pawl.permit where tenant = ? and flow = ? and kind = ? order by number for update
      """;

  private static final String REMOVE_PERMITS =
      """
      with k as (
        select ?::int as tenant, ?::text as flow, ?::text as kind, ?::int as max_permits)
      , free as (
        select s.number, row_number() over (order by s.number) as place
          from pawl.permit s join k using (tenant, flow, kind)
         where s.number <= k.max_permits and s.execution is null)
      , surplus as (
        select s.number, s.execution, s.owner, row_number() over (order by s.number) as place
          from pawl.permit s join k using (tenant, flow, kind)
         where s.number > k.max_permits and s.execution is not null)
      , moved as (
        update pawl.permit s set execution = surplus.execution, owner = surplus.owner
          from k, free join surplus using (place)
         where s.tenant = k.tenant and s.flow = k.flow and s.kind = k.kind
           and s.number = free.number
        returning surplus.number)
      delete from pawl.permit s using k
       where s.tenant = k.tenant and s.flow = k.flow and s.kind = k.kind
         and s.number > k.max_permits
         and (s.execution is null or s.number in (select moved.number from moved))
      """;

  private static final String DELETE_LIMIT =
      "delete from pawl.concurrency_limit where tenant = ? and flow = ? and kind = ?";
  private static final String DELETE_PERMITS =
      "delete from pawl.permit where tenant = ? and flow = ? and kind = ?";

  private static final int ROWS_PER_STATEMENT = 1_000;

  private static final String REQUEUE =
      """
      with k as (select ?::int as tenant, ?::text as flow)
      , c as materialized (
        select e.tenant, e.id from pawl.execution e join k on k.tenant = e.tenant
         where e.owner is null and e.wake_at is not null and e.queue = 101 and k.flow in ('', e.flow)
         order by e.queue, e.wake_at limit %d for update of e skip locked)
      update pawl.execution e set queue = e.priority from c
       where e.tenant = c.tenant and e.id = c.id
      """
          .formatted(ROWS_PER_STATEMENT);

  private static final String NOTIFY = "select pg_notify('pawl', 'limits')";

  private final ConnectionTemplate jdbc;

  LimitRows(ConnectionTemplate jdbc) {
    this.jdbc = jdbc;
  }

  void set(TenantId tenant, Optional<String> flow, ConcurrencyLimit limit) {
    int id = tenant.value();
    String name = name(flow);
    String kind = PermitSql.columnValue(limit.kind());
    jdbc.transact(
        connection -> {
          ConnectionTemplate.update(connection, CountUnfinished.ONE_AT_A_TIME);
          ConnectionTemplate.update(
              connection,
              UPSERT_LIMIT,
              id,
              name,
              kind,
              limit.atMost(),
              limit.overflow().name().toLowerCase(Locale.ROOT),
              limit.queueTimeout().map(Duration::toString).orElse(""));
          ConnectionTemplate.update(connection, LOCK_PERMITS, id, name, kind);
          ConnectionTemplate.update(connection, ADD_PERMITS, id, name, kind, limit.atMost());
          if (limit.kind() == ConcurrencyLimit.LimitKind.CONCURRENT) {
            CountUnfinished.count(connection, id, name);
          }
          ConnectionTemplate.update(connection, REMOVE_PERMITS, id, name, kind, limit.atMost());
          ConnectionTemplate.update(connection, NOTIFY);
          return true;
        });
  }

  void remove(TenantId tenant, Optional<String> flow, ConcurrencyLimit.LimitKind kind) {
    int id = tenant.value();
    String name = name(flow);
    jdbc.transact(
        connection -> {
          ConnectionTemplate.update(connection, CountUnfinished.ONE_AT_A_TIME);
          ConnectionTemplate.update(
              connection, DELETE_LIMIT, id, name, PermitSql.columnValue(kind));
          ConnectionTemplate.update(
              connection, DELETE_PERMITS, id, name, PermitSql.columnValue(kind));
          return true;
        });
    // Executions that another limit holds back leave the queue again at the next claim.
    jdbc.updateInBatches(ROWS_PER_STATEMENT, REQUEUE, id, name);
    jdbc.update(NOTIFY);
  }

  private static String name(Optional<String> flow) {
    return flow.orElse("");
  }
}
