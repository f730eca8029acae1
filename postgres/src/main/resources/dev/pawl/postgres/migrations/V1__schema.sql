-- The schema of Pawl: engine tables first, then the tables that only the server uses, then row-level security.
--
-- Conventions
--   * tenant is the first column of every primary key; 1 is the default tenant.
--   * Execution ids are UUIDv7, so a range of ids is a range of start times.
--   * In hot tables fixed-width columns come first, in descending alignment, so that rows carry no padding.
--   * Payloads (bytea) have storage external: they are compressed by the engine, not by the database.

---------------------------------------------------------------------------------------------------------------- tenants

create table pawl.tenant (
  id int primary key,
  name text not null unique,                       -- the code by which the tenant is addressed
  title text not null default '',                  -- the display name
  created_at timestamptz not null default now(),
  suspended_at timestamptz,                        -- while set, all API keys of the tenant are refused; executions continue
  starts_per_second int,                           -- start rate limit per node; null: unlimited
  starts_per_minute int,                           -- start rate limit per node; null: unlimited
  starts_per_day int,                              -- quota of starts per day (UTC), counted in pawl.usage; null: unlimited
  active_flows int,                                -- quota of flows that can be started; null: unlimited
  definition_bytes int,                            -- maximum size of a definition; null: that of requests
  constraint tenant_active_flows check (active_flows > 0),
  constraint tenant_definition_bytes check (definition_bytes > 0),
  constraint tenant_starts_per_second check (starts_per_second > 0),
  constraint tenant_starts_per_minute check (starts_per_minute > 0),
  constraint tenant_starts_per_day check (starts_per_day > 0)
);
comment on table pawl.tenant is 'Tenants, by the number that all other tables refer to.';
insert into pawl.tenant (id, name) values (1, 'default');

------------------------------------------------------------------------------------------------------- nodes and fences

create table pawl.node (
  id int generated always as identity primary key,
  name text not null,
  started_at timestamptz not null default now(),
  lease_until timestamptz not null,
  config_epoch bigint                              -- the configuration of triggers it has read; null: it starts nothing by triggers
) with (fillfactor = 20);
comment on table pawl.node is
  'Node incarnations: one row per start of a process. An expired lease is never renewed; the process joins again as a new node.';

create table pawl.fence (
  node int not null,
  writer int not null,
  batch bigint not null,                           -- the last batch committed through this fence
  stops bigint not null default 0,                 -- number of the last change of pawl.emergency_stop; see pawl.refuse_stale_start
  primary key (node, writer)
) with (
  -- Few rows that change with every batch; heap-only updates reuse the space.
  fillfactor = 20,
  autovacuum_vacuum_threshold = 100000, autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 1000000
);
comment on table pawl.fence is
  'Write permissions: one row per writer of a node, locked by each of its batches and deleted when the node is expelled. '
  'The row after the last writer numbers the claims of the node.';

------------------------------------------------------------------------------------------------------------- executions

create table pawl.execution (
  tenant int not null,
  version int not null,                            -- version of the flow; negative: a tested draft
  messages int not null default 0,                 -- messages accepted so far; unread ones are the last of them, in pawl.inbox
  owner int,                                       -- the node that holds the execution in memory; null: none
  claim bigint,                                    -- the claim with which the owner took it; null: it was started there
  wake_at timestamptz,                             -- position in its queue, or the time of its next timer; null while owned
  id uuid not null,
  priority smallint not null,                      -- 0 critical, 1 high, 2 normal, 3 low
  -- -1       not started, and to be ended without a permit (cancelled, or waited too long for one)
  -- 0 to 3   runnable, by priority; wake_at is the position in the queue
  -- 100      parked until wake_at, or until a message arrives if that is null
  -- 101      held back by a concurrency limit; wake_at is the position in the queue it will return to
  -- While an execution is owned, its queue equals its priority and has no meaning.
  queue smallint not null,
  depth smallint not null,                         -- levels of parents above it
  reply smallint,                                  -- what its parent gets: 0 item, 1 output, 2 and 3 description with text or JSON, 4 nothing
  paused boolean not null default false,
  started boolean not null default true,           -- false: waits for its first permit, and has no step yet
  flow text not null,
  machine text,                                    -- the nested state machine it runs; null: the whole version
  parent uuid,
  parent_step text,
  parent_number int,                               -- index of the item or node in the parent's step
  retried_from uuid,                               -- the execution whose facts it began with
  business_key text,
  idempotency_key text,
  labels jsonb,
  started_by text,
  test text,                                       -- what a test run simulates, as JSON; null: a real execution
  waits_for text,                                  -- kinds of waits, separated by commas; a comma in an event name is written as \,
  incident text,                                   -- why the engine paused it; null: no incident
  awaited text,                                    -- calls that wait for an external result, as JSON
  ending text,                                     -- the status it will end with after compensation; null: undecided
  primary key (tenant, id),
  constraint execution_priority check (priority between 0 and 3),
  constraint execution_queue check (queue = priority or queue in (-1, 100, 101) and owner is null),
  constraint execution_owned check (case when owner is null then claim is null else wake_at is null end),
  constraint execution_claimable check (owner is not null or queue = 100 or wake_at is not null),
  constraint execution_started check (started or queue <> 100),
  constraint execution_incident check (incident is null or paused),
  constraint execution_ending check (ending in ('SUCCEEDED', 'FAILED', 'CANCELLED', 'TIMED_OUT'))
) with (
  -- Each node vacuums this table and pawl.inbox in small steps after every 20,000 dead rows of its own. Autovacuum, which
  -- occupies a processor until it is done, only acts where no node does.
  fillfactor = 85,
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 100000, autovacuum_vacuum_cost_delay = 0,
  autovacuum_vacuum_insert_threshold = 100000,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 50000
);
comment on table pawl.execution is 'Unfinished executions; a row moves to pawl.finished when its execution ends.';

-- The run queues in claim order, and the timers in firing order.
create index execution_queue on pawl.execution (queue, wake_at) where owner is null and wake_at is not null;
create index execution_owner on pawl.execution (owner, tenant, id) where owner is not null;
-- Owned executions are few and found by their owner: starts and ends on a node do not touch this index.
create index execution_flow on pawl.execution (tenant, flow, id) where owner is null;
create index execution_parent on pawl.execution (tenant, parent, parent_step) where parent is not null;
create index execution_business_key on pawl.execution (tenant, business_key) where business_key is not null;
create index execution_labels on pawl.execution using gin (labels) where labels is not null;
-- Executions that are held back, by the permits they need; the expression is PermitSql.NEEDS.
create index execution_held_back on pawl.execution (
  tenant, flow,
  (case when started or reply = 0 then 0 when reply is null or reply = 4 then 2 else 1 end),
  priority, wake_at) where queue = 101;
create index execution_paused on pawl.execution (tenant, id) where owner is null and paused;
-- Executions that only a message can wake and that wait for a child, or for nothing, which would be a defect.
create index execution_awaiting_message on pawl.execution (tenant, id)
  where owner is null and queue = 100 and wake_at is null and not paused
    and (waits_for is null or waits_for = 'child');
-- Executions that wait for an event, by its name. A comma in a name splits it into two elements; the reader joins them.
create index execution_events on pawl.execution using gin (string_to_array(waits_for, ','))
  where owner is null and waits_for like '%event:%';
-- Executions that wait for a circuit breaker, in the order of their release.
create index execution_breaker on pawl.execution (tenant, id) where owner is null and waits_for like '%breaker:%';
-- Executions that began with copied facts, which are older than their ids.
create index execution_retried on pawl.execution (tenant, id) where retried_from is not null;
-- Test runs, which keep the drafts they test.
create index execution_test on pawl.execution (tenant, flow, version) where test is not null;
-- Compensating executions that no node holds, which are listed as running.
create index execution_compensating on pawl.execution (tenant, id) where owner is null and ending is not null;

create table pawl.journal (
  tenant int not null,
  seq int not null,                                -- gap-free per execution, from 1
  at timestamptz not null,
  execution uuid not null,
  fact bytea not null,
  primary key (tenant, execution, seq)
) partition by range (execution);
alter table pawl.journal alter column fact set storage external;
comment on table pawl.journal is 'Facts of all executions in the order in which they were applied; one partition per day of start.';
-- Facts arrive in the order of their times, so a block range index finds recent ones at almost no cost.
create index journal_at on pawl.journal using brin (at) with (pages_per_range = 32, autosummarize = on);

-- The words of an error name or message. Punctuation separates words, so that a dotted error name is several; the length is
-- bounded because a tsvector is.
create function pawl.search_words(text text) returns tsvector language sql immutable parallel safe
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
  started_by text,
  test text,
  error text,
  cause text,
  primary key (tenant, id),
  constraint finished_status check (status in ('SUCCEEDED', 'FAILED', 'CANCELLED', 'TIMED_OUT'))
) partition by range (id);
comment on table pawl.finished is
  'Ended executions, with the columns of pawl.execution that outlive them; one partition per day of start.';

-- Lists show top-level executions unless children are asked for. A single distributed Map can have 100,000 children, so the
-- indexes are split: a search reads either top-level executions or children and never skips the others.
create index finished_top on pawl.finished (tenant, id) where parent is null;
create index finished_flow on pawl.finished (tenant, flow, id) where parent is null;
create index finished_child_flow on pawl.finished (tenant, flow, id) where parent is not null;
create index finished_status on pawl.finished (tenant, status, id) where status <> 'SUCCEEDED' and parent is null;
create index finished_child_status on pawl.finished (tenant, status, id) where status <> 'SUCCEEDED' and parent is not null;
create index finished_business_key on pawl.finished (tenant, business_key)
  where business_key is not null and parent is null;
create index finished_child_business_key on pawl.finished (tenant, business_key)
  where business_key is not null and parent is not null;
create index finished_error on pawl.finished using gin (pawl.search_words(coalesce(error, '') || ' ' || coalesce(cause, '')))
  where (error is not null or cause is not null) and parent is null;
create index finished_child_error on pawl.finished using gin (pawl.search_words(coalesce(error, '') || ' ' || coalesce(cause, '')))
  where (error is not null or cause is not null) and parent is not null;
-- The children of one execution, newest first.
create index finished_parent on pawl.finished (tenant, parent, id) where parent is not null;
create index finished_labels on pawl.finished using gin (labels) where labels is not null;
create index finished_retried on pawl.finished (tenant, id) where retried_from is not null;
create index finished_test on pawl.finished (tenant, flow, version) where test is not null;
-- Rows are added in the order of ends, so a block range index finds the latest ones at almost no cost.
create index finished_ended on pawl.finished using brin (ended_at) with (pages_per_range = 32, autosummarize = on);

create table pawl.snapshot (
  tenant int not null,
  seq int not null,                                -- the last fact that is folded into it
  at timestamptz not null,
  format int not null,
  execution uuid not null,
  bytes bytea not null,
  primary key (tenant, execution)
);
alter table pawl.snapshot alter column bytes set storage external;
comment on table pawl.snapshot is 'Folded state of long executions: a cache of the journal that may be deleted at any time.';

--------------------------------------------------------------------------------------------------------------- messages

create table pawl.inbox (
  tenant int not null,
  number int not null,                             -- the order of acceptance, per execution
  at timestamptz not null,
  execution uuid not null,
  owner int,                                       -- the owner when the message arrived, which is notified of it
  body bytea not null,
  primary key (tenant, execution, number)
) with (
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 100000, autovacuum_vacuum_cost_delay = 0,
  autovacuum_vacuum_insert_threshold = 100000
);
alter table pawl.inbox alter column body set storage external;
comment on table pawl.inbox is 'Unread messages to executions: events, decisions, results of children, operator actions.';
create index inbox_owner on pawl.inbox (owner, at) where owner is not null;

create table pawl.outbox (
  number bigint generated always as identity primary key,
  tenant int not null,
  execution uuid not null,
  at timestamptz not null default now(),
  key text,                                        -- idempotency key of the message
  body bytea not null
);
alter table pawl.outbox alter column body set storage external;
comment on table pawl.outbox is 'Messages sent within transactions of library users; a node moves committed ones to pawl.inbox.';

create table pawl.idempotency_key (
  tenant int not null,
  at timestamptz not null default now(),
  execution uuid not null,
  scope text not null,                             -- 'start:' and the flow, 'inbox:' and the execution, or '~' for keys of the engine
  key text not null,
  request_digest text,                             -- digest of the start request; the same key with another digest is refused
  primary key (tenant, scope, key)
);
comment on table pawl.idempotency_key is 'Idempotency keys of accepted starts and messages.';
-- Keys of the engine itself need to outlive only the attempts to send one message.
create index idempotency_key_internal on pawl.idempotency_key (at) where scope = '~';
create index idempotency_key_at on pawl.idempotency_key using brin (at) with (pages_per_range = 32);

--------------------------------------------------------------------------------------------------------- external tasks

create table pawl.offer (
  tenant int not null,
  attempt int not null,
  heartbeat_ms int,                                -- how long the step waits for a heartbeat; null: no heartbeat needed
  offered_at timestamptz not null default now(),
  timeout_at timestamptz,
  lease_until timestamptz,                         -- end of the worker's lease
  execution uuid not null,
  priority smallint not null,
  free boolean not null default true,              -- false: a worker holds a lease
  step text not null,
  resource text not null,
  flow text not null,
  token text,
  worker text,                                     -- who holds the lease, or held the one that expired
  details text,                                    -- progress reported by the worker, as JSON
  outcome_digest text,                             -- digest of the accepted outcome; another one is refused until the offer is leased again
  input bytea not null,
  config bytea,                                    -- settings of the handler, with references to secrets; null: the state has none
  primary key (tenant, execution, step, attempt),
  constraint offer_lease check (free or worker is not null and lease_until is not null)
) with (
  fillfactor = 80,
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000, autovacuum_vacuum_cost_delay = 0
);
alter table pawl.offer alter column input set storage external;
alter table pawl.offer alter column config set storage external;
comment on table pawl.offer is 'Tasks that the owning node cannot run itself, published for workers.';
-- Free offers in the order in which they are leased.
create index offer_free on pawl.offer (tenant, resource, priority, offered_at) where free;
create index offer_lease_until on pawl.offer (lease_until) where not free;

create table pawl.worker (
  tenant int not null,
  seen_at timestamptz not null,
  name text not null,
  resource text not null,
  primary key (tenant, name, resource)
);
comment on table pawl.worker is 'Workers that poll for tasks, with the time of their last poll.';

create table pawl.resource_descriptor (
  tenant int not null,
  resource text not null,
  descriptor text not null,                        -- JSON
  at timestamptz not null default now(),
  primary key (tenant, resource)
);
comment on table pawl.resource_descriptor is 'Descriptions of resources as published by the workers that serve them.';

---------------------------------------------------------------------------------------------------------- flow versions

create table pawl.version (
  tenant int not null,
  number int not null,                             -- negative: a draft that was tested
  created_at timestamptz not null default now(),
  flow text not null,
  digest bytea not null,
  document bytea not null,
  -- Only of versions that were published through the server:
  source text,                                     -- as written in a dialect, from which the document was compiled; null: the document
  format text,                                     -- of the source
  published_by text,
  note text,
  primary key (tenant, flow, number)
);
comment on table pawl.version is 'Immutable definitions of flows, as executions run them.';

create table pawl.flow (
  tenant int not null,
  id uuid not null,
  code text not null,
  name text not null,
  description text not null,
  source text not null,                            -- the draft as written, comments included
  format text not null,
  active int,                                      -- the version that new executions run; null: the flow cannot be started
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  type text not null default '',
  category text not null default '',
  priority text not null default 'NORMAL',
  tags text[] not null default '{}',
  revision int not null default 1,                 -- number of saves of the draft, for optimistic locking
  primary key (tenant, id),
  constraint flow_code unique (tenant, code),
  constraint flow_format check (format in ('json', 'yaml')),
  constraint flow_priority check (priority in ('CRITICAL', 'HIGH', 'NORMAL', 'LOW')),
  constraint flow_active foreign key (tenant, code, active) references pawl.version (tenant, flow, number)
);
comment on table pawl.flow is 'Flows as their authors manage them: the draft, its metadata and the active version.';

create table pawl.deleted_flow (
  tenant int not null,
  flow text not null,
  number int not null,                             -- versions up to this one are removed once no execution needs them
  at timestamptz not null default now(),
  primary key (tenant, flow)
);
comment on table pawl.deleted_flow is 'Permanently deleted flows. A new flow of the same code numbers its versions behind number.';

------------------------------------------------------------------------------------- concurrency limits, emergency stop

create table pawl.concurrency_limit (
  tenant int not null,
  max_permits int not null,
  flow text not null,                              -- '': the limit of the whole tenant
  -- 'concurrent' counts unfinished executions: a permit is taken at the start and released at the end.
  -- 'active' counts executions in the memory of nodes: its permits have owners.
  kind text not null,
  overflow text not null default 'queue',          -- what happens to a start beyond the limit
  queue_timeout interval,                          -- how long an execution waits for a permit; null: without limit
  primary key (tenant, flow, kind),
  constraint concurrency_limit_max_permits check (max_permits >= 0),
  constraint concurrency_limit_kind check (kind in ('concurrent', 'active')),
  constraint concurrency_limit_overflow check (overflow in ('queue', 'reject')),
  constraint concurrency_limit_queue check (kind = 'concurrent' or overflow = 'queue' and queue_timeout is null),
  constraint concurrency_limit_queue_timeout check (queue_timeout > interval '0')
);
comment on table pawl.concurrency_limit is 'Concurrency limits of tenants and flows.';

create table pawl.permit (
  tenant int not null,
  number int not null,
  owner int,                                       -- only of kind 'active': the node that holds the execution
  execution uuid,                                  -- null: the permit is free
  flow text not null,
  kind text not null,
  primary key (tenant, flow, kind, number),
  constraint permit_taken check (case kind when 'concurrent' then owner is null else (owner is null) = (execution is null) end)
) with (fillfactor = 50);
comment on table pawl.permit is
  'The permits of each limit, one row each. Numbers above max_permits belong to executions that were unfinished when the limit '
  'was set or lowered; such rows go when they are released.';
create index permit_execution on pawl.permit (tenant, execution) where execution is not null;
create index permit_owner on pawl.permit (owner) where owner is not null;

create table pawl.emergency_stop (
  tenant int primary key,
  at timestamptz not null default now(),
  by text not null,
  reason text not null
);
comment on table pawl.emergency_stop is 'Tenants of which no execution starts until the row is deleted.';

------------------------------------------------------------------------------------------------------ circuit breakers

create table pawl.breaker (
  tenant int not null,
  opened_at timestamptz not null default now(),
  probe_at timestamptz not null,                   -- when the next call may be made as a probe
  probe_pause interval not null,                   -- the pause before that probe
  released_at timestamptz,                         -- when waiting calls began to be let through; null: the breaker is open
  taken bigint not null default 0,                 -- calls let through since released_at
  woken bigint not null default 0,                 -- executions woken since released_at
  woken_at timestamptz,                            -- when an execution was last woken for a probe
  refused_at timestamptz,                          -- when a call last had to wait although the release has begun
  downstream text not null,
  error text not null,                             -- the last failure
  cause text not null,
  primary key (tenant, downstream)
) with (fillfactor = 50);
comment on table pawl.breaker is
  'Circuit breakers that are not closed. All nodes share them; calls that succeed or fail are counted in the memory of each node.';

--------------------------------------------------------------------------------------------------------------- triggers

-- Numbers the changes of triggers and of emergency stops.
create sequence pawl.config_epoch;

create table pawl.tenant_config (
  tenant int primary key,
  epoch bigint not null                            -- number of the last change of the tenant's triggers
);
comment on table pawl.tenant_config is
  'The configuration epoch of each tenant with triggers. A change locks the row FOR UPDATE; a start that was decided on an epoch '
  'locks it FOR KEY SHARE and is written only if the epoch is still the same. Neither can miss the other.';
create index tenant_config_epoch on pawl.tenant_config (epoch);

create table pawl.binding (
  tenant int not null,
  priority int not null default 0,                 -- higher first
  exclusive boolean not null default false,        -- true: bindings after this one are not considered
  enabled boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  id uuid not null,
  event_type text not null,                        -- a name, or a prefix and '.*'
  client_id text,                                  -- null: any
  lob_id text,                                     -- null: any
  product_id text,                                 -- null: any
  flow text not null,
  filter text,                                     -- formula; null: every event
  input_mapping text,                              -- JSON; null: the envelope is the input
  key text,                                        -- formula of the business key; null: the aggregate id
  debounce text,                                   -- JSON; null: every event starts the flow at once
  on_running text not null default 'start',        -- what a fire does while an execution with its business key is unfinished
  owner text,                                      -- 'flow': pawl.flow_trigger; 'definition:...' or 'application:...': what declares it; null: it was created by itself
  created_by text not null,
  primary key (tenant, id),
  constraint binding_unique unique nulls not distinct (tenant, event_type, client_id, lob_id, product_id, flow),
  constraint binding_on_running check (on_running in ('start', 'ignore', 'signal'))
);
comment on table pawl.binding is 'Events that start flows.';
create index binding_owner on pawl.binding (tenant, owner, flow) where owner is not null;

create table pawl.flow_trigger (
  tenant int not null,
  flow text not null,
  type text not null,
  config text not null,                            -- JSON
  webhook_path text collate "C",                   -- the path of the webhook in config; null: there is none
  updated_at timestamptz not null default now(),
  updated_by text not null,
  primary key (tenant, flow),
  constraint flow_trigger_webhook unique (tenant, webhook_path),
  constraint flow_trigger_type check (type in
    ('AUTOLAUNCHED', 'EVENT_TRIGGERED', 'RECORD_TRIGGERED', 'KAFKA_TRIGGERED', 'SCHEDULED', 'SCREEN'))
);
comment on table pawl.flow_trigger is 'How a flow starts; a flow without a row gets the input of its caller as it is.';

create table pawl.rejected (
  tenant int not null,
  size int not null,                               -- bytes of the fire
  at timestamptz not null default now(),
  id uuid not null,
  reason text not null,
  message text not null,
  flow text not null,
  trigger_id text not null,                        -- the binding or other trigger that fired
  event_type text not null,
  event_id text not null,
  fire text not null,                              -- what a replay repeats, as JSON
  primary key (tenant, id) include (size),
  constraint rejected_once unique (tenant, trigger_id, event_id),
  constraint rejected_reason check (reason in
    ('FILTER_ERROR', 'MAPPING_ERROR', 'SCHEMA', 'TOO_LARGE', 'UNREADABLE', 'NO_VERSION'))
);
comment on table pawl.rejected is 'Fires of triggers that could not start their flow, kept for replay.';

create table pawl.held (
  tenant int not null,
  fires int not null,                              -- number of fires that were collected
  first_at timestamptz not null default now(),
  due_at timestamptz not null,
  binding uuid not null,
  key text not null,
  body text not null,                              -- the fires as a JSON array; only the last one if that is what the binding collects
  primary key (tenant, binding, key)
);
comment on table pawl.held is 'Fires that a binding collects before it starts its flow once (debounce).';
create index held_due on pawl.held (due_at);

create table pawl.usage (
  tenant int not null,
  day date not null,                               -- in UTC
  n bigint not null,
  kind text not null,
  primary key (tenant, day, kind)
);
comment on table pawl.usage is 'Daily counters of tenants, for quotas.';

create table pawl.notification (
  tenant int not null,
  at timestamptz not null default now(),
  id uuid not null,
  execution uuid,
  recipient text not null,
  title text not null,
  body text not null,
  key text not null,                               -- idempotency key of the step that sent it
  primary key (tenant, id),
  constraint notification_once unique (tenant, key)
);
comment on table pawl.notification is 'Notifications for people, written by SEND_NOTIFICATION.';
create index notification_recipient on pawl.notification (tenant, recipient, at);

-- Leases of work that one node of the cluster does at a time. The table has no tenant: only nodes use it.
create table pawl.job_lease (
  name text primary key,
  holder text not null,
  lease_until timestamptz not null
);
comment on table pawl.job_lease is 'Who does a periodic job of the cluster, and until when no other node may.';

-- The API may change triggers, but not draw numbers for anything else.
create function pawl.next_config_epoch() returns bigint
  language sql volatile security definer set search_path = pg_catalog, pg_temp
  return nextval('pawl.config_epoch');

-- Aborts a batch that contains a start which the changes of triggers or emergency stops forbid by now.
create function pawl.refuse_stale_start() returns int language plpgsql as $$
begin
  raise exception 'a start was decided before the configuration changed' using errcode = 'PW001';
end
$$;

--------------------------------------------------------------------------------------- secrets, connections, templates

create table pawl.tenant_key (
  tenant int primary key,
  master text not null,                            -- id of the master key with which the data key is encrypted
  wrapped bytea not null,                          -- the data key: nonce and AES-256-GCM ciphertext
  created_at timestamptz not null default now()
);
comment on table pawl.tenant_key is 'The data key of each tenant, encrypted with the master key, which is not in the database.';

create table pawl.secret (
  tenant int not null references pawl.tenant_key (tenant),
  version int not null,                            -- number of times the value was set
  name text not null,
  nonce bytea not null,
  ciphertext bytea not null,                       -- AES-256-GCM with the data key; tenant, name and version are authenticated
  updated_at timestamptz not null default now(),
  updated_by text not null,
  primary key (tenant, name),
  constraint secret_version check (version > 0)
);
alter table pawl.secret alter column ciphertext set storage external;
comment on table pawl.secret is 'Named secrets of tenants. Values are encrypted and never returned by the API.';

create table pawl.webhook_secret (
  tenant int not null references pawl.tenant_key (tenant),
  version int not null,                            -- rises with each secret of the flow
  created_at timestamptz not null default now(),
  valid_until timestamptz,                         -- set when another secret replaces it; null: it is the newest
  flow text not null,
  nonce bytea not null,
  ciphertext bytea not null,                       -- AES-256-GCM with the data key; tenant, flow and version are authenticated
  created_by text not null,
  primary key (tenant, flow, version),
  constraint webhook_secret_version check (version > 0)
);
comment on table pawl.webhook_secret is 'The secrets with which senders sign requests to webhooks; at most two of a flow are valid.';

create table pawl.connection (
  tenant int not null,
  name text not null,
  kind text not null,
  address text not null,
  tls text not null,
  auth text not null,                              -- JSON; sensitive members refer to secrets by name
  operations text not null,                        -- JSON: method and path by name
  options text not null,                           -- JSON
  allow_private boolean not null,                  -- true: a platform administrator allows addresses of private networks
  updated_at timestamptz not null default now(),
  updated_by text not null,
  primary key (tenant, name),
  constraint connection_kind check (kind in ('http', 'smtp', 'smpp')),
  constraint connection_tls check (tls in ('none', 'starttls', 'tls'))
);
comment on table pawl.connection is 'Named connections of tenants to other systems, for handlers.';

create table pawl.template (
  tenant int not null,
  name text not null,
  subject text not null,
  text text not null,
  html text not null,
  updated_at timestamptz not null default now(),
  updated_by text not null,
  primary key (tenant, name)
);
comment on table pawl.template is 'Text templates of tenants for mails, text messages and notifications, in Mustache syntax.';

-------------------------------------------------------------------------------------------------------- failure families

-- Failed executions that are alike. Nothing here is written with the end of an execution: one node at a time reads the rows of
-- pawl.finished that are new, and adds them here.

create table pawl.failure_family (
  tenant int not null,
  first_version int not null,
  last_version int not null,
  total bigint not null,                           -- failures so far, also those whose executions were deleted
  headline_total bigint not null default 0,        -- the total for which headline was determined
  first_at timestamptz not null,
  last_at timestamptz not null,
  status_at timestamptz not null,
  resolved_at timestamptz,
  first_execution uuid not null,
  last_execution uuid not null,
  id text not null,                                -- digest of flow, state, error and message
  flow text not null,
  state text not null,                             -- '': not known
  error text not null,                             -- '': none
  message text not null,                           -- with placeholders for what differs
  cause text,                                      -- message of the last failure
  status text not null default 'NEW',
  status_by text,                                  -- null: the failure of an execution
  resolved_by text,
  assignee text,
  note text,
  headline text,                                   -- the strongest factor, as JSON
  primary key (tenant, id),
  constraint failure_family_status check (status in ('NEW', 'REOPENED', 'KNOWN', 'RESOLVED'))
) with (fillfactor = 70);
comment on table pawl.failure_family is 'Groups of failed executions with the same flow, state, error and form of the message.';
create index failure_family_flow on pawl.failure_family (tenant, flow);
-- Families whose failures have doubled since their headline was determined.
create index failure_family_outdated on pawl.failure_family (last_at) where total >= 3 and total >= headline_total * 2;

create table pawl.failure (
  tenant int not null,
  version int not null,
  ended_at timestamptz not null,
  execution uuid not null,
  family text not null,
  primary key (tenant, execution)
) partition by range (execution);
comment on table pawl.failure is
  'The family of each failed top-level execution that is no test; one partition per day of start, like pawl.finished.';
create index failure_of_family on pawl.failure (tenant, family, ended_at);

create table pawl.failure_count (
  tenant int not null,
  version int not null,
  hour timestamptz not null,
  count int not null,
  family text not null,
  primary key (tenant, family, hour, version)
);
comment on table pawl.failure_count is 'Failures per family, hour and version, so that lists do not count executions.';
create index failure_count_hour on pawl.failure_count (hour);

create table pawl.failure_change (
  tenant int not null,
  number bigint generated always as identity,
  at timestamptz not null,
  execution uuid,                                  -- the failure that caused it; null: a person did
  family text not null,
  kind text not null,
  by text,
  note text,
  assignee text,
  primary key (tenant, number),
  constraint failure_change_kind check (kind in ('CREATED', 'KNOWN', 'RESOLVED', 'REOPENED', 'ASSIGNED'))
);
comment on table pawl.failure_change is 'What happened to failure families.';
create index failure_change_family on pawl.failure_change (tenant, family, number);

-- A single row, which is locked while failures are added.
create table pawl.failure_watermark (
  single boolean primary key default true,
  ended_from timestamptz not null,                 -- failures of executions that ended before are in pawl.failure
  read_at timestamptz not null,                    -- when that was last brought up to date
  constraint failure_watermark_single check (single)
);
comment on table pawl.failure_watermark is 'Up to which end executions were read for failure families.';
insert into pawl.failure_watermark (ended_from, read_at) values ('1970-01-01 00:00Z', '1970-01-01 00:00Z');

--------------------------------------------------------------------------------------------------- tables of the server

create table pawl.api_key (
  id text primary key,
  tenant int not null references pawl.tenant (id),
  digest bytea not null,                           -- the key itself is not stored
  name text not null,
  roles text[] not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,                        -- updated at most once a minute
  flows text[],                                    -- patterns of the flows the key is limited to; null: all
  resources text[],                                -- patterns of the resources the key is limited to; null: all
  constraint api_key_roles check (cardinality(roles) > 0),
  constraint api_key_flows check (cardinality(flows) > 0),
  constraint api_key_resources check (cardinality(resources) > 0)
);
comment on table pawl.api_key is 'API keys of programs and people.';
create index api_key_tenant on pawl.api_key (tenant, id);

create table pawl.sign_in (
  digest bytea primary key,                        -- of the token in the link or in the session cookie
  tenant int not null,
  session boolean not null,                        -- false: a link that can be used once; true: a browser session
  name text not null,
  roles text[] not null,
  expires_at timestamptz not null,
  key text                                         -- the API key that created the link and whose end ends it; null: the server did
);
comment on table pawl.sign_in is 'Single-use sign-in links and the browser sessions they opened.';
create index sign_in_expires on pawl.sign_in (expires_at);
create index sign_in_key on pawl.sign_in (tenant, key);

create table pawl.saved_view (
  tenant int not null,
  shared boolean not null default false,           -- true: everybody in the tenant sees it
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  id uuid not null,
  page text not null,                              -- the page of the console, such as executions
  name text not null,
  query text not null,                             -- what the page shows, as a JSON object
  owner text not null,
  updated_by text not null,
  primary key (tenant, id)
);
comment on table pawl.saved_view is 'Views of pages of the console that people saved, for themselves or for their tenant.';
create unique index saved_view_name on pawl.saved_view (tenant, page, (case when shared then '' else owner end), name);

create table pawl.preference (
  tenant int not null,
  updated_at timestamptz not null default now(),
  owner text not null,
  name text not null,
  value text not null,                             -- JSON
  primary key (tenant, owner, name)
);
comment on table pawl.preference is 'Preferences of the people that use the console.';

create table pawl.stored_response (
  tenant int not null,
  key text not null,                               -- the Idempotency-Key of the request
  at timestamptz not null default now(),
  lease_until timestamptz not null,                -- while status is null: until when the first request is being handled
  request bytea not null,                          -- digest of the request
  status int,
  type text,
  location text,
  body bytea,
  primary key (tenant, key)
);
comment on table pawl.stored_response is 'Responses to requests with an Idempotency-Key, returned again when one is repeated.';
create index stored_response_at on pawl.stored_response (at);

create table pawl.broadcast (
  tenant int not null,
  id text not null,                                -- the id given by the sender
  at timestamptz not null default now(),
  woken int not null,                              -- number of executions that got the event
  started text,                                    -- the executions that bindings started, as JSON
  job uuid,                                        -- the job that delivers it, if there are many
  primary key (tenant, id)
);
comment on table pawl.broadcast is 'Events that started flows and were sent to every execution waiting for them.';
create index broadcast_at on pawl.broadcast (at);

create table pawl.job (
  tenant int not null,
  id uuid not null,
  action text not null,
  request text not null,                           -- JSON
  status text not null default 'RUNNING',
  last_execution uuid,                             -- the last execution that was handled; jobs go from the newest to the oldest
  done int not null default 0,
  refused int not null default 0,
  error text,
  node int,
  lease_until timestamptz not null default now(),
  created_by text not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  total int,                                       -- number of executions to handle, once counted
  primary key (tenant, id),
  constraint job_status check (status in ('RUNNING', 'DONE', 'CANCELLED', 'FAILED'))
);
comment on table pawl.job is 'Bulk operations on many executions.';
create index job_running on pawl.job (lease_until) where status = 'RUNNING';

create table pawl.audit (
  tenant int not null,                             -- 0: requests without a valid key
  number bigint not null,
  at timestamptz not null,
  status smallint not null,
  actor text not null,
  endpoint text not null,
  target text not null,
  address text not null,
  digest bytea not null,                           -- covers the digest of the entry before, so that no entry can be changed or removed unnoticed
  count int not null default 1,                    -- number of similar requests that the entry stands for
  last_at timestamptz,                             -- time of the last of them
  before text,                                     -- JSON: the state before a change of configuration
  after text,                                      -- JSON: the state after it
  primary key (tenant, number)
);
comment on table pawl.audit is 'Audit trail: who did what, and what was refused. Append-only.';
create index audit_at on pawl.audit using brin (at) with (pages_per_range = 32);

-- The column is not called tenant: only the engine reads this table, so it needs no row-level security.
create table pawl.audit_truncation (
  of_tenant int primary key,
  number bigint not null,                          -- the last removed entry
  digest bytea not null,                           -- its digest, with which the remaining chain begins
  at timestamptz not null default now()
);
comment on table pawl.audit_truncation is 'Where the audit trail of a tenant begins after its oldest entries were removed.';

-- Entries are removed only from the beginning, by the statement that also writes the truncation.
create function pawl.reject_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if exists (select from pawl.audit_truncation t where t.of_tenant = old.tenant and t.number >= old.number) then
      return old;
    end if;
  end if;
  raise exception 'the audit can only be added to' using errcode = '42501';
end
$$;
create trigger audit_append_only before update or delete on pawl.audit
  for each row execute function pawl.reject_audit_change();
create trigger audit_no_truncate before truncate on pawl.audit
  for each statement execute function pawl.reject_audit_change();

-------------------------------------------------------------------------------------------------------------- functions

-- The full id of the transaction that wrote a row, of which xmin holds the lower half.
create function pawl.full_transaction_id(short xid, near pg_snapshot) returns xid8 language sql immutable parallel safe
  return (short::text::bigint
    + ((pg_snapshot_xmax(near)::text::bigint >> 32) << 32)
    - case when short::text::bigint > (pg_snapshot_xmax(near)::text::bigint & 4294967295) then 4294967296 else 0 end)::text::xid8;

-- Rows of a daily partition are alike: a fifth of the usual statistics target describes them, and keeps ANALYZE cheap when the
-- day has doubled.
create function pawl.reduce_statistics(part regclass) returns void language plpgsql as $$
declare
  name text;
begin
  for name in
    select a.attname from pg_attribute a
     where a.attrelid = part and a.attnum > 0 and not a.attisdropped
  loop
    execute format('alter table %s alter column %I set statistics 20', part, name);
  end loop;
end $$;
revoke all on function pawl.reduce_statistics(regclass) from public;

-- Ids of executions with all wanted labels and with an error that contains the words, newest first, in [since, below).
-- Under row-level security PostgreSQL uses no index for operators that are not leakproof, such as @> and @@. This function
-- therefore searches on behalf of the owner of the tables, for the tenant of the transaction only. The caller gets ids, and
-- reads the rows under row-level security. It is planned for each search: the best index depends on the label.
--   parents: 'top' for top-level executions, an id for the children of that execution, null for both
create function pawl.search_ids(
    of int, wanted jsonb, words text, since uuid, below uuid, max_ids int, parents text default null) returns setof uuid
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  in_range constant text := 'e.tenant = $1 and e.id >= $4 and e.id < $5';
  by_labels constant text := case when wanted is null then '' else ' and e.labels @> $2' end;
  by_words constant text := case when words is null then '' else
    ' and (e.error is not null or e.cause is not null)'
    ' and pawl.search_words(coalesce(e.error, '''') || '' '' || coalesce(e.cause, ''''))'
    ' @@ plainto_tsquery(''simple'', array_to_string(tsvector_to_array(pawl.search_words($3)), '' ''))' end;
  by_parent constant text := case when parents is null then '' when parents = 'top' then ' and e.parent is null' else
    ' and e.parent = $7::uuid' end;
  newest constant text := ' order by e.id desc limit $6)';
  live constant text := case when words is not null then '' else
    '(select e.id from pawl.execution e where ' || in_range || by_labels || by_parent || newest || ' union all ' end;
  finished constant text := '(select e.id from pawl.finished e where ' || in_range || by_labels || by_words;
begin
  if of is distinct from nullif(current_setting('pawl.tenant', true), '')::int then
    return;
  end if;
  return query execute 'select m.id from (' || live
    || case when parents is not null or words is null then finished || by_parent || newest
         else finished || ' and e.parent is null' || newest || ' union all '
           || finished || ' and e.parent is not null' || newest end
    || ') m order by m.id desc limit $6'
    using of, wanted, words, since, below, max_ids, nullif(parents, 'top');
end
$$;

----------------------------------------------------------------------------------------------------- row-level security

-- The second barrier between tenants; the first is that every statement names its tenant. The engine owns the tables and sees
-- all rows, because one of its statements serves many tenants. The role pawl_app, which the API assumes for each of its
-- transactions, sees the rows of the tenant in the setting pawl.tenant, and none if that is not set.
-- Roles belong to the whole server, and not every user may create them: where the role is missing, its policies and privileges
-- are left out, and added by the next call after it was created.
create function pawl.secure_tenant_rows(secured regclass) returns void language plpgsql as $$
declare
  app boolean := exists (select from pg_roles where rolname = 'pawl_app');
  name text;
  owner text;
  part boolean;
  enabled boolean;
  own_rows text := '(tenant = nullif(current_setting(''pawl.tenant'', true), '''')::int)';
begin
  select c.relname, pg_get_userbyid(c.relowner), c.relispartition, c.relrowsecurity and c.relforcerowsecurity
    into name, owner, part, enabled
    from pg_class c where c.oid = secured;
  if not exists (select from pg_policy where polrelid = secured and polname = 'engine') then
    execute format('create policy engine on %s to %I using (true) with check (true)', secured, owner);
  end if;
  if app and not exists (select from pg_policy where polrelid = secured and polname = 'tenant') then
    execute format('create policy tenant on %s to pawl_app using %s with check %s', secured, own_rows, own_rows);
  end if;
  if not enabled then
    execute format('alter table %s enable row level security, force row level security', secured);
  end if;
  -- Partitions are reached through their table only. Tables of the engine are read-only for the API.
  if app and not part then
    execute format('grant select on %s to pawl_app', secured);
    if name in ('audit', 'version') then
      execute format('grant insert on %s to pawl_app', secured);
    elsif name not in ('execution', 'journal', 'finished', 'inbox', 'outbox', 'idempotency_key', 'snapshot',
         'concurrency_limit', 'permit', 'usage', 'failure', 'failure_count') then
      execute format('grant insert, update, delete on %s to pawl_app', secured);
    end if;
  end if;
end
$$;
revoke all on function pawl.secure_tenant_rows(regclass) from public;

-- Tables with a tenant column that lack row-level security, a policy or a privilege.
create view pawl.unsecured_table as
  select c.oid::regclass as unsecured
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant' and not a.attisdropped
   where n.nspname = 'pawl' and c.relkind in ('r', 'p')
     and (not c.relrowsecurity or not c.relforcerowsecurity
       or not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'engine')
       or exists (select from pg_roles r where r.rolname = 'pawl_app'
            and (not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'tenant')
              or not c.relispartition and not has_table_privilege(r.oid, c.oid, 'select'))));
