package dev.pawl.postgres.claim;

import dev.pawl.postgres.connection.Line;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Claims where something is limited: an execution of a limited flow or tenant needs a slot of each.
 * Those that get none step out of the lane, so that they stop nobody behind them, and come back
 * when slots are free.
 */
public final class HoldBack {

  /** Like the claim without limits, with the number of those held back in each row. */
  static final String CLAIM =
      """
      with c as materialized (
        select e.tenant, e.id, e.flow, e.lane, e.wake_at from pawl.execution e
         where e.owner is null and e.wake_at is not null and e.lane < 100
         order by e.lane, e.wake_at limit ? for update skip locked)
      , by_flow as materialized (
        select c.tenant, c.id, c.flow, c.lane, c.wake_at,
               row_number() over (partition by c.tenant, c.flow
                                  order by c.lane, c.wake_at, c.id) as place
          from c)
      , flow_slot as materialized (
        select l.tenant, l.flow, t.number,
               row_number() over (partition by l.tenant, l.flow order by t.number) as place
          from pawl.limited l,
               lateral (select s.number from pawl.slot s
                         where s.tenant = l.tenant and s.flow = l.flow
                           and s.number <= l.at_most and s.execution is null
                         order by s.tenant, s.flow, s.number
                         limit (select count(*) from c
                                 where c.tenant = l.tenant and c.flow = l.flow)
                           for update skip locked) t
         where l.flow <> '')
      , by_tenant as materialized (
        select n.tenant, n.id, n.flow, n.lane, n.wake_at, s.number as flow_slot,
               row_number() over (partition by n.tenant
                                  order by n.lane, n.wake_at, n.id) as place
          from by_flow n
          left join pawl.limited l on l.tenant = n.tenant and l.flow = n.flow
          left join flow_slot s on s.tenant = n.tenant and s.flow = n.flow and s.place = n.place
         where l.tenant is null or s.number is not null)
      , tenant_slot as materialized (
        select l.tenant, t.number,
               row_number() over (partition by l.tenant order by t.number) as place
          from pawl.limited l,
               lateral (select s.number from pawl.slot s
                         where s.tenant = l.tenant and s.flow = ''
                           and s.number <= l.at_most and s.execution is null
                         order by s.tenant, s.flow, s.number
                         limit (select count(*) from by_tenant n where n.tenant = l.tenant)
                           for update skip locked) t
         where l.flow = '')
      , b as materialized (
        select n.tenant, n.id, n.flow, n.lane, n.wake_at, n.flow_slot, s.number as tenant_slot
          from by_tenant n
          left join pawl.limited l on l.tenant = n.tenant and l.flow = ''
          left join tenant_slot s on s.tenant = n.tenant and s.place = n.place
         where l.tenant is null or s.number is not null)
      , f as materialized (
        update pawl.fence set batch = ?
         where node = ? and writer = ? and batch = ? and exists (select from b)
        returning node, batch)
      , u as (
        update pawl.execution e
           set owner = f.node, claim = f.batch, lane = e.priority, wake_at = null,
               waits_for = null, paused = false, incident = null, begun = true
          from f, b
         where e.tenant = b.tenant and e.id = b.id
        returning e.tenant, e.id, b.lane, b.wake_at,
                  b.flow_slot is not null or b.tenant_slot is not null as slot)
      , s as (
        update pawl.slot s set owner = f.node, execution = b.id
          from f, b
         where s.tenant = b.tenant and s.flow = b.flow and s.number = b.flow_slot)
      , t as (
        update pawl.slot s set owner = f.node, execution = b.id
          from f, b
         where s.tenant = b.tenant and s.flow = '' and s.number = b.tenant_slot)
      , h as (
        update pawl.execution e set lane = 101
          from c
         where e.tenant = c.tenant and e.id = c.id
           and not exists (select from b where b.tenant = c.tenant and b.id = c.id)
        returning 1)
      select u.tenant, u.id, u.slot, 0 as held from u
      union all
      select null, null, null, (select count(*) from h)
      """;

  private static final String COME_BACK =
      """
      with l as materialized (
        select l.tenant, l.flow,
               (select count(*) from pawl.slot s
                 where s.tenant = l.tenant and s.flow = l.flow
                   and s.number <= l.at_most and s.execution is null) as free
          from pawl.limited l)
      , c as materialized (
        select t.tenant, t.id
          from l left join l whole on whole.tenant = l.tenant and whole.flow = '',
               lateral (select e.tenant, e.id from pawl.execution e
                         where e.tenant = l.tenant and e.flow = l.flow and e.lane = 101
                           and e.owner is null
                         order by e.tenant, e.flow, e.priority, e.wake_at
                         limit least(l.free, whole.free) for update skip locked) t
         where l.flow <> ''
        union all
        select t.tenant, t.id
          from l,
               lateral (select e.tenant, e.id from pawl.execution e
                         where e.tenant = l.tenant and e.lane = 101 and e.owner is null
                           and not exists (select from pawl.limited k
                                            where k.tenant = e.tenant and k.flow = e.flow)
                         order by e.tenant, e.priority, e.wake_at
                         limit l.free for update skip locked) t
         where l.flow = '')
      , u as (
        update pawl.execution e set lane = e.priority
          from c where e.tenant = c.tenant and e.id = c.id
        returning 1)
      select count(*) from u
      """;

  private HoldBack() {}

  /** Puts as many back into their lanes as there are free slots for. */
  public static int comeBack(Line line) throws SQLException {
    PreparedStatement statement = line.statement(COME_BACK);
    try (ResultSet rows = statement.executeQuery()) {
      rows.next();
      return rows.getInt(1);
    }
  }
}
