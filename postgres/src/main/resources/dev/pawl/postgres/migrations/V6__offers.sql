-- Work that its execution's node cannot do, and who has taken it.
--   free: nobody has it, or who had it was silent for too long
--   heartbeat: how many milliseconds the step waits for a sign of life
--   details: JSON, from whoever works on it
create table pawl.offer (
  tenant int not null,
  attempt int not null,
  heartbeat int,
  offered_at timestamptz not null default now(),
  timeout_at timestamptz,
  until timestamptz,
  execution uuid not null,
  priority smallint not null,
  free boolean not null default true,
  step text not null,
  resource text not null,
  flow text not null,
  token text,
  taker text,
  details text,
  input bytea not null,
  primary key (tenant, execution, step, attempt),
  constraint offer_taken check (free or taker is not null and until is not null)
) with (
  fillfactor = 80,
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000, autovacuum_vacuum_cost_delay = 0
);
alter table pawl.offer alter column input set storage external;
-- What can be taken, in the order in which it is.
create index offer_free on pawl.offer (tenant, resource, priority, offered_at) where free;
-- Whose time is over.
create index offer_until on pawl.offer (until) where not free;

-- Who polls for work, for people to look at.
create table pawl.worker (
  tenant int not null,
  seen_at timestamptz not null,
  name text not null,
  resource text not null,
  primary key (tenant, name, resource)
);
