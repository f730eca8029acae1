package dev.pawl.postgres.permit;

import dev.pawl.postgres.connection.ConnectionTemplate;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Aligns the permits of a limit with the unfinished executions: those that started before all nodes
 * knew the limit get permits, beyond its maximum if necessary, and permits of ended ones are freed.
 */
public final class CountUnfinished {

  /** Serializes changes of limits with a transaction-level advisory lock. */
  public static final String ONE_AT_A_TIME =
      "select pg_advisory_xact_lock(hashtext('pawl.concurrency_limit'))";

  /**
   * The maximum number of permits assigned at a time; nothing starts that far beyond a limit
   * anyway.
   */
  private static final int MAX_PERMITS_PER_STATEMENT = 100_000;

  // A start reserves its permit shortly before its execution is written, so an execution that is in
  // neither table may still be inserted.
  private static final String RELEASE_ENDED =
      """
      update pawl.permit s set execution = null
       where s.tenant = ? and s.flow = ? and s.kind = 'concurrent' and s.execution is not null
         and not exists (select from pawl.execution e
                          where e.tenant = s.tenant and e.id = s.execution)
         and (exists (select from pawl.finished f
                       where f.tenant = s.tenant and f.id = s.execution)
              or %s)
      """
          .formatted(olderThan("s.execution", "30 seconds"));

  private static final String COUNT =
      """
      with k as (
        select l.tenant, l.flow, l.max_permits from pawl.concurrency_limit l
         where l.tenant = ? and l.flow = ? and l.kind = 'concurrent')
      , e as materialized (
        select u.id, row_number() over (order by u.id) as place
          from (select e.id from k join pawl.execution e on e.tenant = k.tenant
                 where k.flow = '' and e.started and (e.reply is null or e.reply = 4)
                union all
                select e.id from k join pawl.execution e on e.tenant = k.tenant and e.flow = k.flow
                 where e.owner is null and e.started and e.reply is distinct from 0
                union all
                select e.id from k join pawl.execution e on e.tenant = k.tenant and e.flow = k.flow
                 where e.owner is not null and e.started and e.reply is distinct from 0) u
         where not exists (select from k join pawl.permit s using (tenant, flow)
                            where s.kind = 'concurrent' and s.execution = u.id)
         order by u.id limit %d)
      , free as materialized (
        select s.number, row_number() over (order by s.number) as place
          from k join pawl.permit s using (tenant, flow)
         where s.kind = 'concurrent' and s.number <= k.max_permits and s.execution is null)
      , u as (
        update pawl.permit s set execution = e.id
          from k, e join free using (place)
         where s.tenant = k.tenant and s.flow = k.flow and s.kind = 'concurrent'
           and s.number = free.number and s.execution is null)
      insert into pawl.permit (tenant, flow, kind, number, execution)
      select k.tenant, k.flow, 'concurrent',
             greatest(k.max_permits,
                      (select max(s.number) from pawl.permit s
                        where s.tenant = k.tenant and s.flow = k.flow and s.kind = 'concurrent'))
               + row_number() over (order by e.place),
             e.id
        from k, e left join free using (place)
       where free.number is null
      """
          .formatted(MAX_PERMITS_PER_STATEMENT);

  private CountUnfinished() {}

  /**
   * Returns a condition that is true for ids created longer ago than {@code age}; ids begin with
   * their creation time.
   */
  public static String olderThan(String id, String age) {
    return """
    %s < (lpad(to_hex((extract(epoch from now() - interval '%s') * 1000)::bigint), 12, '0')
          || '00000000000000000000')::uuid\
    """
        .formatted(id, age);
  }

  /**
   * Assigns and frees permits in a transaction that has run {@link #ONE_AT_A_TIME}.
   *
   * @param flow empty for the limit of the tenant
   */
  public static void count(Connection connection, int tenant, String flow) throws SQLException {
    ConnectionTemplate.update(connection, RELEASE_ENDED, tenant, flow);
    ConnectionTemplate.update(connection, COUNT, tenant, flow);
  }
}
