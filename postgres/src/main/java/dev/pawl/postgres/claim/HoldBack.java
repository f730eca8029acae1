package dev.pawl.postgres.claim;

import dev.pawl.engine.store.ConcurrencyLimit.LimitKind;
import dev.pawl.postgres.connection.DedicatedConnection;
import dev.pawl.postgres.permit.PermitSql;
import dev.pawl.postgres.permit.PermitSql.PermitScope;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Claims executions while there are concurrency limits or emergency stops: an execution of a
 * limited flow or tenant needs a permit of each limit. Executions without permits leave the queue,
 * so that they do not block others, and return when permits are free. During an emergency stop,
 * top-level executions that have not started stay held back; children return, whether their parents
 * wait for them or not, because they are part of what runs.
 */
public final class HoldBack {

  private static final String LOCK = "for update skip locked";

  /** The claim with permits; its last row has the number of executions that were held back. */
  static final String CLAIM =
      ClaimSql.candidates(
              "e.tenant, e.id, e.flow, e.queue, e.wake_at, case when e.queue < 0 then 0 else "
                  + PermitSql.NEEDS
                  + " end as needs, e.reply")
          + """
          , n0 as materialized (
            select c.* from c
             where c.needs < 2 or c.reply is not null
                or not exists (select from pawl.emergency_stop x where x.tenant = c.tenant))
          """
          + PermitSql.stage(1, "n0", LimitKind.CONCURRENT, PermitScope.FLOW, "n.needs >= 1", LOCK)
          + PermitSql.stage(2, "n1", LimitKind.CONCURRENT, PermitScope.TENANT, "n.needs = 2", LOCK)
          + PermitSql.stage(3, "n2", LimitKind.ACTIVE, PermitScope.FLOW, "n.queue >= 0", LOCK)
          + PermitSql.stage(4, "n3", LimitKind.ACTIVE, PermitScope.TENANT, "n.queue >= 0", LOCK)
          + """
          , f as materialized (
            update pawl.fence set batch = ?
             where node = ? and writer = ? and batch = ? and exists (select from n4)
            returning node, batch)
          , u as (
            update pawl.execution e
               set owner = f.node, claim = f.batch, queue = e.priority, wake_at = null,
                   waits_for = null, paused = false, incident = null,
                   started = e.started or b.queue >= 0
              from f, n4 b
             where e.tenant = b.tenant and e.id = b.id
            returning e.tenant, e.id)
          , p as materialized (
            select * from got1 union all select * from got2
            union all select * from got3 union all select * from got4)
          , s as (
            update pawl.permit s
               set execution = p.id, owner = case when s.kind = 'active' then f.node end
              from f, p join n4 b on b.tenant = p.tenant and b.id = p.id
             where s.tenant = p.tenant and s.flow = p.flow and s.kind = p.kind
               and s.number = p.number)
          , h as (
            update pawl.execution e set queue = 101
              from c
             where e.tenant = c.tenant and e.id = c.id
               and not exists (select from n4 b where b.tenant = c.tenant and b.id = c.id)
            returning 1)
          select u.tenant, u.id,
                 exists (select from p where p.tenant = u.tenant and p.id = u.id), 0 as held
            from u
          union all
          select null, null, null, (select count(*) from h)
          """;

  // Tenants and flows with executions that are held back, by a loose index scan.
  private static final String HELD_FLOWS =
      """
      , g as (
        (select e.tenant, e.flow from pawl.execution e where e.queue = 101
          order by e.tenant, e.flow limit 1)
        union all
        select n.tenant, n.flow
          from g, lateral (select e.tenant, e.flow from pawl.execution e
                            where e.queue = 101 and (e.tenant, e.flow) > (g.tenant, g.flow)
                            order by e.tenant, e.flow limit 1) n)
      """;

  private static final int MAX_REQUEUED_PER_STATEMENT = 1_000;

  // An execution returns only if all its permits are free; otherwise it would block others again.
  private static final String REQUEUE =
      """
      with recursive l as materialized (
        select l.tenant, l.flow, l.kind,
               greatest(0, (select count(*) from pawl.permit s
                             where s.tenant = l.tenant and s.flow = l.flow and s.kind = l.kind
                               and s.number <= l.max_permits and s.execution is null)
                           - %1$s) as free
          from pawl.concurrency_limit l)
      %2$s, k as materialized (
        select g.tenant, g.flow, w.needs, af.free as active_flow, an.free as active_tenant,
               case when w.needs >= 1 then cf.free end as concurrent_flow,
               case when w.needs = 2 then cn.free end as concurrent_tenant,
               w.needs = 2 and exists (select from pawl.emergency_stop x
                                        where x.tenant = g.tenant) as stopped
          from g cross join (values (0), (1), (2)) w(needs)
          left join l af on af.tenant = g.tenant and af.flow = g.flow and af.kind = 'active'
          left join l an on an.tenant = g.tenant and an.flow = '' and an.kind = 'active'
          left join l cf on cf.tenant = g.tenant and cf.flow = g.flow and cf.kind = 'concurrent'
          left join l cn on cn.tenant = g.tenant and cn.flow = '' and cn.kind = 'concurrent')
      , c as materialized (
        select k.*, t.id, t.priority, t.wake_at
          from k, lateral (
            select e.id, e.priority, e.wake_at from pawl.execution e
             where e.tenant = k.tenant and e.flow = k.flow and e.queue = 101
               and %3$s = k.needs and (not k.stopped or e.reply is not null)
             order by e.priority, e.wake_at
             limit least(%4$d, k.active_flow, k.active_tenant, k.concurrent_flow,
                         k.concurrent_tenant)) t)
      , r as materialized (
        select c.*,
               row_number() over (partition by c.tenant, c.flow
                                  order by c.priority, c.wake_at, c.id) as in_flow,
               row_number() over (partition by c.tenant
                                  order by c.priority, c.wake_at, c.id) as in_tenant,
               row_number() over (partition by c.tenant, c.flow, c.needs > 0
                                  order by c.priority, c.wake_at, c.id) as new_in_flow,
               row_number() over (partition by c.tenant, c.needs = 2
                                  order by c.priority, c.wake_at, c.id) as new_in_tenant
          from c)
      , x as materialized (
        select e.tenant, e.id
          from r join pawl.execution e on e.tenant = r.tenant and e.id = r.id
         where e.queue = 101
           and r.in_flow <= coalesce(r.active_flow, r.in_flow)
           and r.in_tenant <= coalesce(r.active_tenant, r.in_tenant)
           and r.new_in_flow <= coalesce(r.concurrent_flow, r.new_in_flow)
           and r.new_in_tenant <= coalesce(r.concurrent_tenant, r.new_in_tenant)
         order by e.tenant, e.id for update of e skip locked)
      , u as (
        update pawl.execution e set queue = e.priority
          from x where e.tenant = x.tenant and e.id = x.id
        returning 1)
      select count(*) from u
      """
          .formatted(PermitSql.SURPLUS, HELD_FLOWS, PermitSql.NEEDS, MAX_REQUEUED_PER_STATEMENT);

  // wake_at is the time at which the execution was queued, or slightly later.
  private static final String EXPIRE =
      """
      with recursive l as materialized (
        select l.tenant, l.flow, l.queue_timeout from pawl.concurrency_limit l
         where l.queue_timeout is not null)
      %1$s, k as materialized (
        select g.tenant, g.flow, w.needs,
               (select min(l.queue_timeout) from l
                 where l.tenant = g.tenant
                   and (l.flow = g.flow or l.flow = '' and w.needs = 2)) as timeout
          from g cross join (values (1), (2)) w(needs))
      , c as materialized (
        select t.tenant, t.id
          from k, (values (0), (1), (2), (3)) p(priority), lateral (
            select e.tenant, e.id from pawl.execution e
             where e.tenant = k.tenant and e.flow = k.flow and e.queue = 101
               and %2$s = k.needs
               and e.priority = p.priority and e.wake_at < now() - k.timeout
             order by e.wake_at limit %3$d for update skip locked) t
         where k.timeout is not null)
      , u as (
        update pawl.execution e set queue = -1
          from c where e.tenant = c.tenant and e.id = c.id
        returning 1)
      select count(*) from u
      """
          .formatted(HELD_FLOWS, PermitSql.NEEDS, MAX_REQUEUED_PER_STATEMENT);

  private HoldBack() {}

  /** Returns executions to their queues as far as permits are free, and returns their number. */
  public static int requeue(DedicatedConnection connection) throws SQLException {
    return count(connection, REQUEUE);
  }

  /**
   * Moves executions whose queue timeout has passed to the queue of those to be ended, and returns
   * their number.
   */
  public static int expire(DedicatedConnection connection) throws SQLException {
    return count(connection, EXPIRE);
  }

  private static int count(DedicatedConnection connection, String sql) throws SQLException {
    PreparedStatement statement = connection.statement(sql);
    try (ResultSet rows = statement.executeQuery()) {
      rows.next();
      return rows.getInt(1);
    }
  }
}
