package dev.pawl.postgres.breaker;

import dev.pawl.engine.store.Breaker;
import dev.pawl.engine.store.Breakers;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.row.WaitKindText;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * The circuit breakers in PostgreSQL. Each decision (who probes, who is let through, who wakes) is
 * one statement on the row of its breaker, by the clock of the database.
 */
public final class PostgresBreakers implements Breakers {

  private static final int ROWS_PER_STATEMENT = 1_000;

  private static final String COLUMNS =
      "b.tenant, b.downstream, b.opened_at, b.probe_at, b.error, b.cause, b.released_at";

  private static final String LIST =
      "select %s from pawl.breaker b order by b.tenant, b.downstream".formatted(COLUMNS);

  private static final String LIST_OF_TENANT =
      "select %s from pawl.breaker b where b.tenant = ? order by b.downstream".formatted(COLUMNS);

  private static final String FIND =
      "select %s from pawl.breaker b where b.tenant = ? and b.downstream = ?".formatted(COLUMNS);

  private static final String OPEN =
      """
      insert into pawl.breaker as b (tenant, downstream, probe_at, probe_pause, error, cause)
      values (?, ?, now() + interval '%1$d s', interval '%1$d s', ?, ?)
      on conflict (tenant, downstream) do update
        set opened_at = excluded.opened_at, probe_at = excluded.probe_at,
            probe_pause = excluded.probe_pause, released_at = null, woken_at = null,
            error = excluded.error, cause = excluded.cause
        where b.released_at is not null
      """
          .formatted(Breaker.MIN_PROBE_PAUSE.toSeconds());

  private static final String TAKE_PROBE =
      """
      update pawl.breaker b
         set probe_pause = least(2 * b.probe_pause, interval '%1$d s'),
             probe_at = now() + least(2 * b.probe_pause, interval '%1$d s')
       where b.tenant = ? and b.downstream = ? and b.released_at is null and b.probe_at <= now()
      """
          .formatted(Breaker.MAX_PROBE_PAUSE.toSeconds());

  private static final String PROBE_FAILED =
      "update pawl.breaker b set error = ?, cause = ? where b.tenant = ? and b.downstream = ?";

  private static final String RELEASE =
      """
      update pawl.breaker b
         set released_at = now(), taken = 0, woken = 0, refused_at = null
       where b.tenant = ? and b.downstream = ? and b.released_at is null
      """;

  /** How many calls a release has let through by now: Breaker.allowance in SQL. */
  private static final String ALLOWANCE =
      """
      floor(%1$d * (power(2, floor(s.seconds)) * (1 + s.seconds - floor(s.seconds)) - 1))::bigint\
      """
          .formatted(Breaker.RELEASED_IN_FIRST_SECOND);

  private static final String SECONDS =
      """
      least(%1$d, greatest(0, extract(epoch from clock_timestamp() - b.released_at)))::float8\
      """
          .formatted(Breaker.MAX_RELEASE_TIME.toSeconds());

  // One row: whether the call may be made. A breaker without a row is closed.
  private static final String TAKE_RELEASED =
      """
      with b as materialized (
        select b.* from pawl.breaker b where b.tenant = ? and b.downstream = ? for update)
      , a as materialized (
        select b.tenant, b.downstream, b.released_at is not null and b.taken < %1$s as allowed
          from b, lateral (select %2$s as seconds) s)
      , u as (
        update pawl.breaker x
           set taken = case when a.allowed then x.taken + 1 else x.taken end,
               refused_at = case when a.allowed then x.refused_at else now() end
          from a where x.tenant = a.tenant and x.downstream = a.downstream
        returning 1)
      select coalesce((select a.allowed from a), true), (select count(*) from u)
      """
          .formatted(ALLOWANCE, SECONDS);

  // The row is locked, so that one node at a time wakes executions; the others skip it.
  // A release ends when no execution waits and no call was refused for two seconds.
  private static final String WAKE =
      """
      with b as materialized (
        select b.* from pawl.breaker b
         where b.tenant = ? and b.downstream = ? for update skip locked)
      , d as materialized (
        select b.tenant, b.downstream, b.released_at,
               case when b.released_at is not null then greatest(0, %1$s - b.woken)
                    when b.probe_at <= now()
                     and (b.woken_at is null or b.woken_at <= now() - interval '1 s') then 1
                    else 0 end as due
          from b, lateral (select coalesce(%2$s, 0) as seconds) s)
      , c as materialized (
        select t.tenant, t.id
          from d, lateral (
            select e.tenant, e.id from pawl.execution e
             where e.tenant = d.tenant and e.owner is null and e.queue = 100
               and e.waits_for like '%%breaker:%%'
               and string_to_array(e.waits_for, ',') @> string_to_array(?, ',')
             order by e.tenant, e.id limit least(d.due, %3$d) for update skip locked) t)
      , w as (
        update pawl.execution e set queue = e.priority, wake_at = now()
          from c where e.tenant = c.tenant and e.id = c.id
        returning 1)
      , n as materialized (select count(*) as woken from w)
      , u as (
        update pawl.breaker x
           set woken = x.woken + n.woken,
               woken_at = case when d.due > 0 then now() else x.woken_at end
          from d, n
         where x.tenant = d.tenant and x.downstream = d.downstream and d.due > 0)
      select n.woken, d.due, (select pg_notify('pawl', '')::text from n where n.woken > 0)
        from d, n
      """
          .formatted(ALLOWANCE, SECONDS, ROWS_PER_STATEMENT);

  private static final String CLOSE_IDLE =
      """
      delete from pawl.breaker b
       where b.tenant = ? and b.downstream = ?
         and case when b.released_at is null then b.probe_at < now() - interval '%1$d s'
                  else b.released_at < now() - interval '2 s'
                   and (b.refused_at is null or b.refused_at < now() - interval '2 s') end
      """
          .formatted(Breaker.MAX_UNUSED_TIME.toSeconds());

  private static final String CLOSE_RELEASED =
      """
      delete from pawl.breaker b
       where b.tenant = ? and b.downstream = ? and b.released_at < now() - interval '%1$d s'
      """
          .formatted(Breaker.MAX_RELEASE_TIME.toSeconds());

  // An execution can wait for several breakers, and for an event whose name looks like a breaker.
  private static final String WAKE_ORPHANED =
      """
      with c as materialized (
        select e.tenant, e.id from pawl.execution e
         where e.owner is null and e.queue = 100 and e.waits_for like '%%breaker:%%'
           and exists (
             select from regexp_split_to_table(e.waits_for, '(?<!\\\\),') as k (kind)
              where k.kind like 'breaker:%%'
                and not exists (
                  select from pawl.breaker b
                   where b.tenant = e.tenant
                     and k.kind = 'breaker:'
                           || replace(replace(b.downstream, '\\', '\\\\'), ',', '\\,')))
         limit %1$d for update skip locked)
      , w as (
        update pawl.execution e set queue = e.priority, wake_at = now()
          from c where e.tenant = c.tenant and e.id = c.id
        returning 1)
      select count(*), (select pg_notify('pawl', '')::text from c limit 1) from w
      """
          .formatted(ROWS_PER_STATEMENT);

  private final TenantDatabase tenanted;
  private final ConnectionTemplate allTenants;

  /**
   * Creates the breakers.
   *
   * @param tenanted access to the breakers of one tenant: to list, find and release them
   * @param allTenants access of the engine, one of whose statements changes executions too
   */
  public PostgresBreakers(TenantDatabase tenanted, ConnectionTemplate allTenants) {
    this.tenanted = tenanted;
    this.allTenants = allTenants;
  }

  @Override
  public List<Breaker> list() {
    return allTenants.use(connection -> Rows.list(connection, LIST, PostgresBreakers::row));
  }

  @Override
  public List<Breaker> list(TenantId tenant) {
    return tenanted
        .of(tenant)
        .use(
            connection ->
                Rows.list(connection, LIST_OF_TENANT, PostgresBreakers::row, tenant.value()));
  }

  @Override
  public Optional<Breaker> find(Breaker.Key key) {
    return tenanted
        .of(key.tenant())
        .use(
            connection ->
                Rows.first(
                    connection,
                    FIND,
                    PostgresBreakers::row,
                    key.tenant().value(),
                    key.downstream()));
  }

  @Override
  public void open(Breaker.Key key, DownstreamFailure failure) {
    allTenants.update(
        OPEN,
        key.tenant().value(),
        storable(key.downstream()),
        storable(failure.error()),
        storable(failure.cause()));
  }

  @Override
  public boolean takeProbe(Breaker.Key key) {
    return allTenants.update(TAKE_PROBE, key.tenant().value(), key.downstream()) > 0;
  }

  @Override
  public void probeFailed(Breaker.Key key, DownstreamFailure failure) {
    allTenants.update(
        PROBE_FAILED,
        storable(failure.error()),
        storable(failure.cause()),
        key.tenant().value(),
        key.downstream());
  }

  @Override
  public boolean release(Breaker.Key key) {
    return tenanted.of(key.tenant()).update(RELEASE, key.tenant().value(), key.downstream()) > 0;
  }

  @Override
  public boolean takeReleased(Breaker.Key key) {
    return allTenants.use(
        connection ->
            Rows.first(
                    connection,
                    TAKE_RELEASED,
                    row -> row.getBoolean(1),
                    key.tenant().value(),
                    key.downstream())
                .orElse(true));
  }

  @Override
  public int wake(Breaker.Key key) {
    record Woken(int count, long due) {}
    Optional<Woken> woken =
        allTenants.use(
            connection ->
                Rows.first(
                    connection,
                    WAKE,
                    row -> new Woken(row.getInt(1), row.getLong(2)),
                    key.tenant().value(),
                    key.downstream(),
                    String.valueOf(WaitKindText.write(List.of(key.waitKind())))));
    if (woken.isEmpty()) {
      return 0;
    }
    int count = woken.get().count();
    boolean isNoneLeft = count < Math.min(woken.get().due(), ROWS_PER_STATEMENT);
    allTenants.update(
        isNoneLeft ? CLOSE_IDLE : CLOSE_RELEASED, key.tenant().value(), key.downstream());
    return count;
  }

  @Override
  public int wakeOrphaned() {
    return allTenants.use(
        connection -> Rows.first(connection, WAKE_ORPHANED, row -> row.getInt(1)).orElse(0));
  }

  /** PostgreSQL has no text with the character 0. */
  private static String storable(String text) {
    return text.replace("\0", "");
  }

  private static Breaker row(ResultSet row) throws SQLException {
    return new Breaker(
        new Breaker.Key(new TenantId(row.getInt(1)), row.getString(2)),
        Rows.time(row, 3).orElseThrow(),
        Rows.time(row, 4).orElseThrow(),
        row.getString(5),
        row.getString(6),
        Rows.time(row, 7));
  }
}
