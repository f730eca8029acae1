package dev.pawl.postgres.permit;

import dev.pawl.postgres.connection.Borrowed;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Makes the permits of a limit agree with the executions that are unfinished: those that started
 * before the limit was known everywhere get permits, beyond its number if need be, and those that
 * ended meanwhile give theirs back.
 */
public final class CountUnfinished {

  /** Limits change one at a time. */
  public static final String ONE_AT_A_TIME =
      "select pg_advisory_xact_lock(hashtext('pawl.limited'))";

  /** So many get permits at a time; with so many beyond a limit nothing starts anyway. */
  private static final int MAX_COUNTED = 100_000;

  // A start reserves its permit a moment before its execution is written.
  private static final String FREE_ENDED =
      """
      update pawl.slot s set execution = null
       where s.tenant = ? and s.flow = ? and s.kind = 'concurrent' and s.execution is not null
         and not exists (select from pawl.execution e
                          where e.tenant = s.tenant and e.id = s.execution)
         and %s
      """
          .formatted(olderThan("s.execution", "30 seconds"));

  private static final String COUNT =
      """
      with k as (
        select l.tenant, l.flow, l.at_most from pawl.limited l
         where l.tenant = ? and l.flow = ? and l.kind = 'concurrent')
      , e as materialized (
        select u.id, row_number() over (order by u.id) as place
          from (select e.id from k join pawl.execution e on e.tenant = k.tenant
                 where k.flow = '' and e.begun and (e.reply is null or e.reply = 4)
                union all
                select e.id from k join pawl.execution e on e.tenant = k.tenant and e.flow = k.flow
                 where e.owner is null and e.begun and e.reply is distinct from 0
                union all
                select e.id from k join pawl.execution e on e.tenant = k.tenant and e.flow = k.flow
                 where e.owner is not null and e.begun and e.reply is distinct from 0) u
         where not exists (select from k join pawl.slot s using (tenant, flow)
                            where s.kind = 'concurrent' and s.execution = u.id)
         order by u.id limit %d)
      , free as materialized (
        select s.number, row_number() over (order by s.number) as place
          from k join pawl.slot s using (tenant, flow)
         where s.kind = 'concurrent' and s.number <= k.at_most and s.execution is null)
      , u as (
        update pawl.slot s set execution = e.id
          from k, e join free using (place)
         where s.tenant = k.tenant and s.flow = k.flow and s.kind = 'concurrent'
           and s.number = free.number and s.execution is null)
      insert into pawl.slot (tenant, flow, kind, number, execution)
      select k.tenant, k.flow, 'concurrent',
             greatest(k.at_most,
                      (select max(s.number) from pawl.slot s
                        where s.tenant = k.tenant and s.flow = k.flow and s.kind = 'concurrent'))
               + row_number() over (order by e.place),
             e.id
        from k, e left join free using (place)
       where free.number is null
      """
          .formatted(MAX_COUNTED);

  private CountUnfinished() {}

  /** A condition on an id, which begins with the time when it was made. */
  public static String olderThan(String id, String age) {
    return """
    %s < (lpad(to_hex((extract(epoch from now() - interval '%s') * 1000)::bigint), 12, '0')
          || '00000000000000000000')::uuid\
    """
        .formatted(id, age);
  }

  /**
   * Within a transaction that has {@link #ONE_AT_A_TIME}.
   *
   * @param flow empty for the limit of the tenant
   */
  public static void count(Connection connection, int tenant, String flow) throws SQLException {
    Borrowed.update(connection, FREE_ENDED, tenant, flow);
    Borrowed.update(connection, COUNT, tenant, flow);
  }
}
