-- Each node sweeps these tables, in small steps, whenever its own batches have left 20,000 dead rows. The
-- server's own vacuum, which takes a processor until it is done, is for the days when nobody sweeps.
alter table pawl.execution set (autovacuum_vacuum_threshold = 100000, autovacuum_vacuum_insert_threshold = 100000);
alter table pawl.inbox set (autovacuum_vacuum_threshold = 100000, autovacuum_vacuum_insert_threshold = 100000);

-- A few rows that change with every batch and make room for their successors as they change.
alter table pawl.fence set (
  autovacuum_vacuum_threshold = 100000, autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 1000000
);
