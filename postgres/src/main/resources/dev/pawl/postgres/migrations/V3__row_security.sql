-- The second line between tenants. The first one is that every statement names the tenant; this one holds where it forgets to.
-- The owner of the tables is the engine, one statement of which serves many tenants. The role pawl_app, which the API takes on
-- for each of its transactions, sees the rows of the tenant that the transaction is for, and none when it does not say.
-- Roles belong to the whole server, and not everybody may create them: where there is no such role yet, the rest is done
-- without it, and done again when there is.
create function pawl.guard(guarded regclass) returns void language plpgsql as $$
declare
  app boolean := exists (select from pg_roles where rolname = 'pawl_app');
  name text;
  owner text;
  part boolean;
  secured boolean;
  own_rows text := '(tenant = nullif(current_setting(''pawl.tenant'', true), '''')::int)';
begin
  select c.relname, pg_get_userbyid(c.relowner), c.relispartition, c.relrowsecurity and c.relforcerowsecurity
    into name, owner, part, secured
    from pg_class c where c.oid = guarded;
  if not exists (select from pg_policy where polrelid = guarded and polname = 'engine') then
    execute format('create policy engine on %s to %I using (true) with check (true)', guarded, owner);
  end if;
  if app and not exists (select from pg_policy where polrelid = guarded and polname = 'tenant') then
    execute format('create policy tenant on %s to pawl_app using %s with check %s', guarded, own_rows, own_rows);
  end if;
  if not secured then
    execute format('alter table %s enable row level security, force row level security', guarded);
  end if;
  -- Parts are reached through the whole only. What the engine keeps is looked at, never touched.
  if app and not part then
    execute format('grant select on %s to pawl_app', guarded);
    if name in ('audit', 'version') then
      execute format('grant insert on %s to pawl_app', guarded);
    elsif name not in ('execution', 'journal', 'finished', 'inbox', 'posted', 'accepted', 'snapshot', 'limited',
         'slot') then
      execute format('grant insert, update, delete on %s to pawl_app', guarded);
    end if;
  end if;
end
$$;
revoke all on function pawl.guard(regclass) from public;

-- Tables with tenants that lack something of it.
create view pawl.unguarded as
  select c.oid::regclass as guarded
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant' and not a.attisdropped
   where n.nspname = 'pawl' and c.relkind in ('r', 'p')
     and (not c.relrowsecurity or not c.relforcerowsecurity
       or not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'engine')
       or exists (select from pg_roles r where r.rolname = 'pawl_app'
            and (not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'tenant')
              or not c.relispartition and not has_table_privilege(r.oid, c.oid, 'select'))));
