-- The name of a tenant is its code, by which it is addressed; the title is for people.
alter table pawl.tenant
  add column title text not null default '',
  add column created_at timestamptz not null default now(),
  -- Its keys open nothing while this is set. What runs goes on.
  add column suspended_at timestamptz,
  -- How many executions may be started per second on each node; null: as many as it takes.
  add column starts_per_second int,
  add constraint tenant_starts check (starts_per_second > 0);

-- Written at most once a minute.
alter table pawl.api_key add column last_used_at timestamptz;

-- Links with which a browser signs in once, and the sessions that come of them. Only digests, as with keys.
create table pawl.sign_in (
  digest bytea primary key,
  tenant int not null,
  session boolean not null,
  name text not null,
  roles text[] not null,
  expires_at timestamptz not null
);
create index sign_in_expires on pawl.sign_in (expires_at);

-- Who did what, and who was not let do it. Each entry has the digest of the one before it, so that none can be changed or
-- taken out unseen. The tenant 0 stands for nobody: requests without a valid key.
create table pawl.audit (
  tenant int not null,
  number bigint not null,
  at timestamptz not null,
  status smallint not null,
  actor text not null,
  door text not null,
  target text not null,
  address text not null,
  digest bytea not null,
  primary key (tenant, number)
);

create function pawl.refuse_change() returns trigger language plpgsql as
  $$ begin raise exception 'the audit can only be added to' using errcode = '42501'; end $$;
create trigger audit_stays before update or delete on pawl.audit
  for each row execute function pawl.refuse_change();
create trigger audit_stays_whole before truncate on pawl.audit
  for each statement execute function pawl.refuse_change();
