-- How many executions a job is about, once they are counted.
alter table pawl.job add column total int;

-- Tenants of which nothing is to start or go on until it is said.
create table pawl.halted (
  tenant int primary key,
  at timestamptz not null default now(),
  by text not null,
  reason text not null
);

-- Executions that have labels, or failed with words, the newest first. Under row-level security the database looks such things up
-- in no index, because their operators might tell what they see; so it is looked up here, on behalf of the owner of the tables,
-- for the tenant of the transaction and no other. Who asks gets ids, and reads what they stand for under row-level security.
-- Planned for each question: which index serves best depends on how many have that label.
create function pawl.marked(of int, wanted jsonb, said text, since uuid, below uuid, most int) returns setof uuid
  language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  bounds constant text := 'e.tenant = $1 and e.id >= $4 and e.id < $5';
  labels constant text := case when wanted is null then '' else ' and e.labels @> $2' end;
  words constant text := case when said is null then '' else
    ' and (e.error is not null or e.cause is not null)'
    ' and pawl.words(coalesce(e.error, '''') || '' '' || coalesce(e.cause, ''''))'
    ' @@ plainto_tsquery(''simple'', array_to_string(tsvector_to_array(pawl.words($3)), '' ''))' end;
  live constant text := case when said is not null then '' else
    '(select e.id from pawl.execution e where ' || bounds || labels || ' order by e.id desc limit $6) union all ' end;
begin
  if of is distinct from nullif(current_setting('pawl.tenant', true), '')::int then
    return;
  end if;
  return query execute 'select m.id from (' || live || '(select e.id from pawl.finished e where ' || bounds || labels || words
    || ' order by e.id desc limit $6)) m order by m.id desc limit $6'
    using of, wanted, said, since, below, most;
end
$$;
