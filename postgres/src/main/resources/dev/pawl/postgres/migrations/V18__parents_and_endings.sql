-- How a live execution will end once its compensation is through; null: that is not decided.
alter table pawl.execution
  add column ending text,
  add constraint execution_ending check (ending in ('SUCCEEDED', 'FAILED', 'CANCELLED', 'TIMED_OUT'));

-- Compensating executions that no node holds: lists show them as running.
create index execution_compensating on pawl.execution (tenant, id) where owner is null and ending is not null;

-- Lists show top-level executions unless they are asked for children. A single distributed Map can have 100,000 children, so
-- the indexes of finished executions are split: a search reads either top-level executions or children and never skips the
-- others. A finished execution is in as many of them as before, a top-level one in one more.
create index finished_top on pawl.finished (tenant, id) where parent is null;

drop index pawl.finished_flow;
create index finished_flow on pawl.finished (tenant, flow, id) where parent is null;
create index finished_child_flow on pawl.finished (tenant, flow, id) where parent is not null;

drop index pawl.finished_status;
create index finished_status on pawl.finished (tenant, status, id) where status <> 'SUCCEEDED' and parent is null;
create index finished_child_status on pawl.finished (tenant, status, id) where status <> 'SUCCEEDED' and parent is not null;

drop index pawl.finished_business_key;
create index finished_business_key on pawl.finished (tenant, business_key)
  where business_key is not null and parent is null;
create index finished_child_business_key on pawl.finished (tenant, business_key)
  where business_key is not null and parent is not null;

drop index pawl.finished_words;
create index finished_words on pawl.finished using gin (pawl.words(coalesce(error, '') || ' ' || coalesce(cause, '')))
  where (error is not null or cause is not null) and parent is null;
create index finished_child_words on pawl.finished using gin (pawl.words(coalesce(error, '') || ' ' || coalesce(cause, '')))
  where (error is not null or cause is not null) and parent is not null;

-- The children of one execution, newest first.
drop index pawl.finished_parent;
create index finished_parent on pawl.finished (tenant, parent, id) where parent is not null;

-- As before, and for top-level executions ('top'), the children of one execution (its id) or both (null).
drop function pawl.marked(int, jsonb, text, uuid, uuid, int);
create function pawl.marked(
    of int, wanted jsonb, said text, since uuid, below uuid, most int, kin text default null) returns setof uuid
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  bounds constant text := 'e.tenant = $1 and e.id >= $4 and e.id < $5';
  labels constant text := case when wanted is null then '' else ' and e.labels @> $2' end;
  words constant text := case when said is null then '' else
    ' and (e.error is not null or e.cause is not null)'
    ' and pawl.words(coalesce(e.error, '''') || '' '' || coalesce(e.cause, ''''))'
    ' @@ plainto_tsquery(''simple'', array_to_string(tsvector_to_array(pawl.words($3)), '' ''))' end;
  parents constant text := case when kin is null then '' when kin = 'top' then ' and e.parent is null' else
    ' and e.parent = $7::uuid' end;
  newest constant text := ' order by e.id desc limit $6)';
  live constant text := case when said is not null then '' else
    '(select e.id from pawl.execution e where ' || bounds || labels || parents || newest || ' union all ' end;
  finished constant text := '(select e.id from pawl.finished e where ' || bounds || labels || words;
begin
  if of is distinct from nullif(current_setting('pawl.tenant', true), '')::int then
    return;
  end if;
  return query execute 'select m.id from (' || live
    || case when kin is not null or said is null then finished || parents || newest
         else finished || ' and e.parent is null' || newest || ' union all '
           || finished || ' and e.parent is not null' || newest end
    || ') m order by m.id desc limit $6'
    using of, wanted, said, since, below, most, nullif(kin, 'top');
end
$$;
