-- What people find flows by, and how often a draft was saved: who saves upon an older one is told so.
alter table pawl.flow
  add column type text not null default '',
  add column category text not null default '',
  add column priority text not null default 'NORMAL',
  add column tags text[] not null default '{}',
  add column revision int not null default 1,
  add constraint flow_priority check (priority in ('CRITICAL', 'HIGH', 'NORMAL', 'LOW'));

-- Who made a version, in which format, and what they said about it. Versions of programs have none of this.
alter table pawl.version
  add column format text,
  add column published_by text,
  add column note text;

-- Answers to requests that came with a key of their own, kept so that repeating one does nothing again.
-- While status is null somebody is at it, until lease_until at the latest.
create table pawl.answered (
  tenant int not null,
  key text not null,
  at timestamptz not null default now(),
  lease_until timestamptz not null,
  request bytea not null,
  status int,
  type text,
  location text,
  body bytea,
  primary key (tenant, key)
);
create index answered_at on pawl.answered (at);

-- Events that were told to all who wait. One that has no number of woken ones may not be through.
create table pawl.arrived (
  tenant int not null,
  id text not null,
  at timestamptz not null default now(),
  woken int,
  primary key (tenant, id)
);
create index arrived_at on pawl.arrived (at);
-- Those that wait for an event, by its name. A comma in a name makes two parts of it, which the reader mends.
create index execution_events on pawl.execution using gin (string_to_array(waits_for, ','))
  where owner is null and waits_for like '%event:%';

-- Things to do to many executions, one after the other from the newest to the oldest.
create table pawl.job (
  tenant int not null,
  id uuid not null,
  action text not null,
  -- What was asked for, as JSON.
  request text not null,
  status text not null default 'RUNNING',
  -- The last execution that was dealt with.
  place uuid,
  done int not null default 0,
  refused int not null default 0,
  problem text,
  node int,
  lease_until timestamptz not null default now(),
  created_by text not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (tenant, id),
  constraint job_status check (status in ('RUNNING', 'DONE', 'CANCELLED', 'FAILED'))
);
create index job_running on pawl.job (lease_until) where status = 'RUNNING';
