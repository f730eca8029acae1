-- Who started an execution.
alter table pawl.execution add column started_by text;
alter table pawl.finished add column started_by text;

-- A digest of what the key of a start came with: with anything else it is not the same start.
alter table pawl.accepted add column request text;

-- What a key is limited to, as patterns; null: to nothing.
alter table pawl.api_key
  add column flows text[],
  add column resources text[],
  add constraint api_key_flows check (cardinality(flows) > 0),
  add constraint api_key_resources check (cardinality(resources) > 0);

-- The key that made a link, and ends what came of it; null: the server itself made it.
alter table pawl.sign_in add column key text;
create index sign_in_key on pawl.sign_in (tenant, key);

-- Where the audit of a tenant begins once its oldest entries are forgotten: behind the entry of that number and digest.
-- Nobody but the engine comes here, so it has no column that row security looks for.
create table pawl.audit_cut (
  of_tenant int primary key,
  number bigint not null,
  digest bytea not null,
  at timestamptz not null default now()
);

-- Entries still go only if they are too old, all before one that stays, and by the one statement that leaves the cut.
create or replace function pawl.refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if exists (select from pawl.audit_cut c where c.of_tenant = old.tenant and c.number >= old.number) then
      return old;
    end if;
  end if;
  raise exception 'the audit can only be added to' using errcode = '42501';
end
$$;
create index audit_at on pawl.audit using brin (at) with (pages_per_range = 32);
