-- Two kinds of limits. 'concurrent' counts unfinished executions: a slot is taken when one starts and released when it ends.
-- 'active' counts those in the memory of nodes: its slots have owners.
-- queue_timeout: how long an execution may wait for a slot; null: as long as it takes.
alter table pawl.limited
  add column kind text not null default 'concurrent',
  add column overflow text not null default 'queue',
  add column queue_timeout interval,
  drop constraint limited_pkey,
  add primary key (tenant, flow, kind),
  add constraint limited_kind check (kind in ('concurrent', 'active')),
  add constraint limited_overflow check (overflow in ('queue', 'reject')),
  add constraint limited_queue check (kind = 'concurrent' or overflow = 'queue' and queue_timeout is null),
  add constraint limited_queue_timeout check (queue_timeout > interval '0');
alter table pawl.limited alter column kind drop default;

-- Limits that were set before mean unfinished executions from now on; the audit counts those.
delete from pawl.slot;
alter table pawl.slot
  add column kind text not null,
  drop constraint slot_pkey,
  drop constraint slot_taken,
  add primary key (tenant, flow, kind, number),
  add constraint slot_taken check (case kind when 'concurrent' then owner is null else (owner is null) = (execution is null) end);
insert into pawl.slot (tenant, flow, kind, number)
select l.tenant, l.flow, l.kind, generate_series(1, l.at_most) from pawl.limited l;

-- One more lane, -1: not begun, and to be ended without a slot, because it was cancelled or has waited for too long.
-- A node that has one of those has not begun it either.
alter table pawl.execution
  drop constraint execution_lane,
  drop constraint execution_begun,
  add constraint execution_lane check (lane = priority or lane in (-1, 100, 101) and owner is null),
  add constraint execution_begun check (begun or lane <> 100);

-- Those that are held back, by what they need: see PermitSql.NEEDS.
drop index pawl.execution_held_flow;
drop index pawl.execution_held_tenant;
create index execution_held on pawl.execution (
  tenant, flow,
  (case when begun or reply = 0 then 0 when reply is null or reply = 4 then 2 else 1 end),
  priority, wake_at) where lane = 101;
