-- What a test pretends, as JSON; null: it is no test. Drafts that are tested are versions too, with numbers below 0.
alter table pawl.execution add column test text;
alter table pawl.finished add column test text;

-- Tests are few among many, and so are the drafts that one of them still needs.
create index execution_test on pawl.execution (tenant, flow, version) where test is not null;
create index finished_test on pawl.finished (tenant, flow, version) where test is not null;
