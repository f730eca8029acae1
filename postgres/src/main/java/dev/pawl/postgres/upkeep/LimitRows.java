package dev.pawl.postgres.upkeep;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Borrowed;
import java.util.Optional;

/**
 * Limits and their slots: as many rows as executions may be held. When a limit shrinks, holders
 * move to the slots that stay, as far as there are any free; the others keep theirs until they let
 * go.
 */
final class LimitRows {

  private static final String ONE_AT_A_TIME =
      "select pg_advisory_xact_lock(hashtext('pawl.limited'))";

  private static final String SET =
      """
      insert into pawl.limited (tenant, flow, at_most) values (?, ?, ?)
      on conflict (tenant, flow) do update set at_most = excluded.at_most
      """;

  private static final String GROW =
      """
      insert into pawl.slot (tenant, flow, number) select ?, ?, generate_series(1, ?)
      on conflict (tenant, flow, number) do nothing
      """;

  private static final String HOLD =
      """
      select from pawl.slot where tenant = ? and flow = ? order by number for update
      """;

  private static final String SHRINK =
      """
      with k as (select ?::int as tenant, ?::text as flow, ?::int as at_most)
      , free as (
        select s.number, row_number() over (order by s.number) as place
          from pawl.slot s join k using (tenant, flow)
         where s.number <= k.at_most and s.execution is null)
      , surplus as (
        select s.number, s.execution, s.owner, row_number() over (order by s.number) as place
          from pawl.slot s join k using (tenant, flow)
         where s.number > k.at_most and s.execution is not null)
      , moved as (
        update pawl.slot s set execution = surplus.execution, owner = surplus.owner
          from k, free join surplus using (place)
         where s.tenant = k.tenant and s.flow = k.flow and s.number = free.number
        returning surplus.number)
      delete from pawl.slot s using k
       where s.tenant = k.tenant and s.flow = k.flow and s.number > k.at_most
         and (s.execution is null or s.number in (select moved.number from moved))
      """;

  private static final String LIFT = "delete from pawl.limited where tenant = ? and flow = ?";
  private static final String DROP = "delete from pawl.slot where tenant = ? and flow = ?";

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

  private static final String TELL = "select pg_notify('pawl', '')";

  private final Borrowed borrowed;

  LimitRows(Borrowed borrowed) {
    this.borrowed = borrowed;
  }

  void set(TenantId tenant, Optional<String> flow, int atMost) {
    borrowed.transact(
        connection -> {
          Borrowed.update(connection, ONE_AT_A_TIME);
          Borrowed.update(connection, SET, tenant.value(), name(flow), atMost);
          Borrowed.update(connection, HOLD, tenant.value(), name(flow));
          Borrowed.update(connection, GROW, tenant.value(), name(flow), atMost);
          Borrowed.update(connection, SHRINK, tenant.value(), name(flow), atMost);
          Borrowed.update(connection, TELL);
          return true;
        });
  }

  void lift(TenantId tenant, Optional<String> flow) {
    borrowed.transact(
        connection -> {
          Borrowed.update(connection, ONE_AT_A_TIME);
          Borrowed.update(connection, LIFT, tenant.value(), name(flow));
          Borrowed.update(connection, DROP, tenant.value(), name(flow));
          return true;
        });
    borrowed.updateInBatches(BATCH, LET_GO, tenant.value(), name(flow));
    borrowed.update(TELL);
  }

  private static String name(Optional<String> flow) {
    return flow.orElse("");
  }
}
