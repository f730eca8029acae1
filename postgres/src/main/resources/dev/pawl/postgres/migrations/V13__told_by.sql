-- The job that tells an event to many: who sends it again hears of the same one.
alter table pawl.arrived add column job uuid;
