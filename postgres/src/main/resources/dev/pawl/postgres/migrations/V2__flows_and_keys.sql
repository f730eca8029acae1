-- A flow as its authors know it. What runs are its versions; the draft is what comes next.
create table pawl.flow (
  tenant int not null,
  id uuid not null,
  code text not null,
  name text not null,
  description text not null,
  -- As it was written, comments and all.
  source text not null,
  format text not null,
  -- The version that starts take, if any: a single column, so there is one at most.
  active int,
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  archived_at timestamptz,
  primary key (tenant, id),
  constraint flow_code unique (tenant, code),
  constraint flow_format check (format in ('json', 'yaml')),
  constraint flow_active foreign key (tenant, code, active) references pawl.version (tenant, flow, number)
);

-- Keys by which programs and people are known. The key itself is nowhere: only its digest.
create table pawl.api_key (
  id text primary key,
  tenant int not null references pawl.tenant (id),
  digest bytea not null,
  name text not null,
  roles text[] not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  constraint api_key_roles check (cardinality(roles) > 0)
);
create index api_key_tenant on pawl.api_key (tenant, id);
