package dev.pawl.postgres.upkeep;

import dev.pawl.engine.store.ConcurrencyLimit;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Borrowed;
import dev.pawl.postgres.permit.CountUnfinished;
import dev.pawl.postgres.permit.PermitSql;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/**
 * Limits and their permits: as many rows as there may be executions. When a limit shrinks, holders
 * move to the rows that stay, as far as there are any free; the others keep theirs until they let
 * go.
 */
final class LimitRows {

  private static final String SET =
      """
      insert into pawl.limited (tenant, flow, kind, at_most, overflow, queue_timeout)
      values (?, ?, ?, ?, ?, nullif(?::text, '')::interval)
      on conflict (tenant, flow, kind) do update
         set at_most = excluded.at_most, overflow = excluded.overflow,
             queue_timeout = excluded.queue_timeout
      """;

  private static final String GROW =
      """
      insert into pawl.slot (tenant, flow, kind, number) select ?, ?, ?, generate_series(1, ?)
      on conflict (tenant, flow, kind, number) do nothing
      """;

  private static final String HOLD =
      """
      select from pawl.slot where tenant = ? and flow = ? and kind = ? order by number for update
      """;

  private static final String SHRINK =
      """
      with k as (
        select ?::int as tenant, ?::text as flow, ?::text as kind, ?::int as at_most)
      , free as (
        select s.number, row_number() over (order by s.number) as place
          from pawl.slot s join k using (tenant, flow, kind)
         where s.number <= k.at_most and s.execution is null)
      , surplus as (
        select s.number, s.execution, s.owner, row_number() over (order by s.number) as place
          from pawl.slot s join k using (tenant, flow, kind)
         where s.number > k.at_most and s.execution is not null)
      , moved as (
        update pawl.slot s set execution = surplus.execution, owner = surplus.owner
          from k, free join surplus using (place)
         where s.tenant = k.tenant and s.flow = k.flow and s.kind = k.kind
           and s.number = free.number
        returning surplus.number)
      delete from pawl.slot s using k
       where s.tenant = k.tenant and s.flow = k.flow and s.kind = k.kind and s.number > k.at_most
         and (s.execution is null or s.number in (select moved.number from moved))
      """;

  private static final String LIFT =
      "delete from pawl.limited where tenant = ? and flow = ? and kind = ?";
  private static final String DROP =
      "delete from pawl.slot where tenant = ? and flow = ? and kind = ?";

  private static final int BATCH = 1_000;

  private static final String LET_GO =
      """
      with k as (select ?::int as tenant, ?::text as flow)
      , c as materialized (
        select e.tenant, e.id from pawl.execution e join k on k.tenant = e.tenant
         where e.owner is null and e.wake_at is not null and e.lane = 101 and k.flow in ('', e.flow)
         order by e.lane, e.wake_at limit %d for update of e skip locked)
      update pawl.execution e set lane = e.priority from c
       where e.tenant = c.tenant and e.id = c.id
      """
          .formatted(BATCH);

  private static final String TELL = "select pg_notify('pawl', 'limits')";

  private final Borrowed borrowed;

  LimitRows(Borrowed borrowed) {
    this.borrowed = borrowed;
  }

  void set(TenantId tenant, Optional<String> flow, ConcurrencyLimit limit) {
    int id = tenant.value();
    String name = name(flow);
    String kind = PermitSql.word(limit.kind());
    borrowed.transact(
        connection -> {
          Borrowed.update(connection, CountUnfinished.ONE_AT_A_TIME);
          Borrowed.update(
              connection,
              SET,
              id,
              name,
              kind,
              limit.atMost(),
              limit.overflow().name().toLowerCase(Locale.ROOT),
              limit.queueTimeout().map(Duration::toString).orElse(""));
          Borrowed.update(connection, HOLD, id, name, kind);
          Borrowed.update(connection, GROW, id, name, kind, limit.atMost());
          if (limit.kind() == ConcurrencyLimit.Kind.CONCURRENT) {
            CountUnfinished.count(connection, id, name);
          }
          Borrowed.update(connection, SHRINK, id, name, kind, limit.atMost());
          Borrowed.update(connection, TELL);
          return true;
        });
  }

  void lift(TenantId tenant, Optional<String> flow, ConcurrencyLimit.Kind kind) {
    int id = tenant.value();
    String name = name(flow);
    borrowed.transact(
        connection -> {
          Borrowed.update(connection, CountUnfinished.ONE_AT_A_TIME);
          Borrowed.update(connection, LIFT, id, name, PermitSql.word(kind));
          Borrowed.update(connection, DROP, id, name, PermitSql.word(kind));
          return true;
        });
    // Those that another limit holds back find that out again.
    borrowed.updateInBatches(BATCH, LET_GO, id, name);
    borrowed.update(TELL);
  }

  private static String name(Optional<String> flow) {
    return flow.orElse("");
  }
}
