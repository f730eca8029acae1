-- The tenant comes first in every key. Ids of executions are UUIDv7: a range of ids is a range of time.

create table pawl.tenant (
  id int primary key,
  name text not null unique
);
insert into pawl.tenant values (1, 'default');

-- One row per start of a process. A lease that has lapsed can never be renewed.
create table pawl.node (
  id int generated always as identity primary key,
  name text not null,
  started_at timestamptz not null default now(),
  lease_until timestamptz not null
) with (fillfactor = 20);

-- The right to write, one row per writer; the row remembers the last batch that was written with it.
-- The last row of a node, the one after its writers, numbers its claims.
create table pawl.fence (
  node int not null,
  writer int not null,
  batch bigint not null,
  primary key (node, writer)
) with (fillfactor = 20);

-- Live executions only.
--   owner: the node that has it in memory; null: none
--   claim: which claim of its owner took it; null: it was born there
--   lane: 0 to 3: it can go on, by priority (0 critical, 1 high, 2 normal, 3 low); wake_at is then its place in the lane
--         100: asleep until wake_at, or until a letter comes if that is null
--         101: held back by a limit; wake_at is its place in the lane to come
--         while it is owned: its priority, without meaning
--   messages: how many letters it ever got; those in the inbox are the last ones of them
--   reply: 0 item, 1 output, 2 description with text, 3 description with JSON, 4 none
--   waits_for: kinds, separated by commas; a comma within one is written as \,
--   awaited: JSON
create table pawl.execution (
  tenant int not null,
  version int not null,
  messages int not null default 0,
  owner int,
  claim bigint,
  wake_at timestamptz,
  id uuid not null,
  priority smallint not null,
  lane smallint not null,
  depth smallint not null,
  reply smallint,
  paused boolean not null default false,
  begun boolean not null default true,
  flow text not null,
  machine text,
  parent uuid,
  parent_step text,
  parent_number int,
  retried_from uuid,
  business_key text,
  idempotency_key text,
  labels jsonb,
  waits_for text,
  incident text,
  awaited text,
  primary key (tenant, id),
  constraint execution_priority check (priority between 0 and 3),
  constraint execution_lane check (lane = priority or lane in (100, 101) and owner is null),
  constraint execution_owned check (case when owner is null then claim is null else wake_at is null end),
  constraint execution_claimable check (owner is not null or lane = 100 or wake_at is not null),
  constraint execution_begun check (begun or owner is null and lane <> 100),
  constraint execution_incident check (incident is null or paused)
) with (
  fillfactor = 85,
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000, autovacuum_vacuum_cost_delay = 0,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 50000
);

-- What can be claimed, in the order in which it is claimed, and timers, in the order in which they ring.
create index execution_lane on pawl.execution (lane, wake_at) where owner is null and wake_at is not null;
create index execution_owner on pawl.execution (owner, tenant, id) where owner is not null;
-- Owned ones are few and found by their owner: births and ends do not pay for this index.
create index execution_flow on pawl.execution (tenant, flow, id) where owner is null;
create index execution_parent on pawl.execution (tenant, parent, parent_step) where parent is not null;
create index execution_business_key on pawl.execution (tenant, business_key) where business_key is not null;
create index execution_labels on pawl.execution using gin (labels) where labels is not null;
-- Those that are held back, in the order in which they come back.
create index execution_held_flow on pawl.execution (tenant, flow, priority, wake_at) where lane = 101;
create index execution_held_tenant on pawl.execution (tenant, priority, wake_at) where lane = 101;
create index execution_paused on pawl.execution (tenant, id) where owner is null and paused;
-- Those that nothing but a letter wakes and that wait for children, who write one, or for nothing, which is a bug.
create index execution_unwoken on pawl.execution (tenant, id)
  where owner is null and lane = 100 and wake_at is null and not paused
    and (waits_for is null or waits_for = 'child');

create table pawl.journal (
  tenant int not null,
  seq int not null,
  at timestamptz not null,
  execution uuid not null,
  fact bytea not null,
  primary key (tenant, execution, seq)
) partition by range (execution);
alter table pawl.journal alter column fact set storage external;

-- The words of an error: its name is several, and no error is too long to be stored.
create function pawl.words(text text) returns tsvector language sql immutable parallel safe
  return to_tsvector('simple'::regconfig, regexp_replace(left(text, 8000), '[!-/:-@[-`{-~]+', ' ', 'g'));

create table pawl.finished (
  tenant int not null,
  version int not null,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  id uuid not null,
  priority smallint not null,
  depth smallint not null,
  reply smallint,
  status text not null,
  flow text not null,
  machine text,
  parent uuid,
  parent_step text,
  parent_number int,
  retried_from uuid,
  business_key text,
  idempotency_key text,
  labels jsonb,
  error text,
  cause text,
  primary key (tenant, id),
  constraint finished_status check (status in ('SUCCEEDED', 'FAILED', 'CANCELLED', 'TIMED_OUT'))
) partition by range (id);
create index finished_flow on pawl.finished (tenant, flow, id);
create index finished_status on pawl.finished (tenant, status, id) where status <> 'SUCCEEDED';
create index finished_parent on pawl.finished (tenant, parent, parent_step) where parent is not null;
create index finished_business_key on pawl.finished (tenant, business_key) where business_key is not null;
create index finished_labels on pawl.finished using gin (labels) where labels is not null;
create index finished_words on pawl.finished using gin (pawl.words(coalesce(error, '') || ' ' || coalesce(cause, '')))
  where error is not null or cause is not null;

-- Letters that were not read. The owner is the one it had when the letter came, who is told of it.
create table pawl.inbox (
  tenant int not null,
  number int not null,
  at timestamptz not null,
  execution uuid not null,
  owner int,
  body bytea not null,
  primary key (tenant, execution, number)
) with (
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000, autovacuum_vacuum_cost_delay = 0
);
alter table pawl.inbox alter column body set storage external;
create index inbox_owner on pawl.inbox (owner, at) where owner is not null;

-- Letters written within transactions of others; a node puts them into the inbox.
create table pawl.posted (
  number bigint generated always as identity primary key,
  tenant int not null,
  execution uuid not null,
  at timestamptz not null default now(),
  key text,
  body bytea not null
);
alter table pawl.posted alter column body set storage external;

-- Keys of starts (scope 'start:' and the flow) and of letters (scope 'mail:' and the execution).
create table pawl.accepted (
  tenant int not null,
  at timestamptz not null default now(),
  execution uuid not null,
  scope text not null,
  key text not null,
  primary key (tenant, scope, key)
);
-- Keys of ours, which only have to outlive the attempts to send one letter.
create index accepted_echo on pawl.accepted (at) where scope = '~';
create index accepted_at on pawl.accepted using brin (at) with (pages_per_range = 32);

create table pawl.snapshot (
  tenant int not null,
  seq int not null,
  at timestamptz not null,
  format int not null,
  execution uuid not null,
  bytes bytea not null,
  primary key (tenant, execution)
);
alter table pawl.snapshot alter column bytes set storage external;

create table pawl.version (
  tenant int not null,
  number int not null,
  created_at timestamptz not null default now(),
  flow text not null,
  digest bytea not null,
  document bytea not null,
  primary key (tenant, flow, number)
);

-- The flow '' stands for the whole tenant.
create table pawl.limited (
  tenant int not null,
  at_most int not null check (at_most >= 0),
  flow text not null,
  primary key (tenant, flow)
);

create table pawl.slot (
  tenant int not null,
  number int not null,
  owner int,
  execution uuid,
  flow text not null,
  primary key (tenant, flow, number),
  constraint slot_taken check ((owner is null) = (execution is null))
) with (fillfactor = 50);
create index slot_execution on pawl.slot (tenant, execution) where execution is not null;
create index slot_owner on pawl.slot (owner) where owner is not null;
