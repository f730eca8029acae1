-- Flows that were deleted for good: their versions up to this number are nobody's any more, and go when no execution needs
-- them to be understood. A new flow of that code begins behind it.
create table pawl.deleted (
  tenant int not null,
  flow text not null,
  number int not null,
  at timestamptz not null default now(),
  primary key (tenant, flow)
);
