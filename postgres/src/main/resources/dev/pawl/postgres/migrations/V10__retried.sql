-- Executions that began with copied facts, which are older than they are: whoever tells what happened finds them here.
create index execution_retried on pawl.execution (tenant, id) where retried_from is not null;
create index finished_retried on pawl.finished (tenant, id) where retried_from is not null;
