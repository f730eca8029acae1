-- An entry may stand for many requests alike: how many, and when the last of them came.
alter table pawl.audit
  add column count int not null default 1,
  add column last_at timestamptz;
