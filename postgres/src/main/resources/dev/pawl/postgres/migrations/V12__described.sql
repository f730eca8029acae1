-- What workers say of the resources that they serve, for those who write flows; as JSON.
create table pawl.described (
  tenant int not null,
  resource text not null,
  descriptor text not null,
  at timestamptz not null default now(),
  primary key (tenant, resource)
);
