-- What happened lately, of whichever execution: facts come about in the order of their times, so this costs next to nothing.
create index journal_at on pawl.journal using brin (at) with (pages_per_range = 32, autosummarize = on);

-- The whole number of a transaction, of which rows keep the lower half.
create function pawl.transaction(short xid, near pg_snapshot) returns xid8 language sql immutable parallel safe
  return (short::text::bigint
    + ((pg_snapshot_xmax(near)::text::bigint >> 32) << 32)
    - case when short::text::bigint > (pg_snapshot_xmax(near)::text::bigint & 4294967295) then 4294967296 else 0 end)::text::xid8;
