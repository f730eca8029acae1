-- The nodes sweep these tables themselves whenever 20,000 rows have died, in small steps. The server's own
-- vacuum, which takes a processor until it is done, is for the days when nobody sweeps.
alter table pawl.execution set (autovacuum_vacuum_threshold = 100000);
alter table pawl.inbox set (autovacuum_vacuum_threshold = 100000);
alter table pawl.offer set (autovacuum_vacuum_threshold = 100000);

-- A few rows that change with every batch and make room for their successors as they change.
alter table pawl.fence set (
  autovacuum_vacuum_threshold = 100000, autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 1000000
);
