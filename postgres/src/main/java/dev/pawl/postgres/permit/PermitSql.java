package dev.pawl.postgres.permit;

import dev.pawl.engine.store.ConcurrencyLimit.LimitKind;
import java.util.Locale;

/** Contains the parts of statements that take concurrency permits. */
public final class PermitSql {

  /**
   * The concurrent permits that the execution {@code e} still needs: 0 none, 1 that of its flow, 2
   * those of its flow and its tenant. An index uses this expression.
   */
  public static final String NEEDS =
      """
      case when e.started or e.reply = 0 then 0
           when e.reply is null or e.reply = 4 then 2
           else 1 end\
      """;

  /**
   * The number of permits held beyond the maximum of the limit {@code l}, because it was set or
   * lowered while executions were unfinished.
   */
  public static final String SURPLUS =
      """
      (select count(*) from pawl.permit x
        where x.tenant = l.tenant and x.flow = l.flow and x.kind = l.kind
          and x.number > l.max_permits and x.execution is not null)\
      """;

  // Free permits are skipped while others are held beyond the limit.
  private static final String STAGE =
      """
      , need%1$d as materialized (
        select n.tenant, n.id, l.flow, l.kind, l.max_permits,
               row_number() over (partition by n.tenant, l.flow
                                  order by n.queue, n.wake_at, n.id) as place
          from %2$s n
          join pawl.concurrency_limit l on l.tenant = n.tenant and l.kind = '%3$s' and l.flow = %4$s
         where %5$s)
      , free%1$d as materialized (
        select l.tenant, l.flow, t.number,
               row_number() over (partition by l.tenant, l.flow order by t.number) as place
          from (select n.tenant, n.flow, n.kind, n.max_permits, count(*) as wanted from need%1$d n
                 group by n.tenant, n.flow, n.kind, n.max_permits
                 order by n.tenant, n.flow) l,
               lateral (select s.number from pawl.permit s
                         where s.tenant = l.tenant and s.flow = l.flow and s.kind = l.kind
                           and s.number <= l.max_permits and s.execution is null
                         order by s.tenant, s.flow, s.kind, s.number
                         limit l.wanted offset %6$s
                           %7$s) t)
      , got%1$d as materialized (
        select n.tenant, n.id, n.flow, n.kind, f.number
          from need%1$d n
          join free%1$d f on f.tenant = n.tenant and f.flow = n.flow and f.place = n.place)
      , n%1$d as materialized (
        select n.* from %2$s n
         where not exists (
           select from need%1$d d
            where d.tenant = n.tenant and d.id = n.id
              and not exists (select from got%1$d g
                               where g.tenant = d.tenant and g.id = d.id)))
      """;

  /** Distinguishes the permits of a flow from those of its whole tenant. */
  public enum PermitScope {
    FLOW("n.flow"),
    TENANT("''");

    private final String flow;

    PermitScope(String flow) {
      this.flow = flow;
    }
  }

  private PermitSql() {}

  /** Returns the database's name of a kind of limit. */
  public static String columnValue(LimitKind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns expressions that find permits for the rows of {@code from}, which have a tenant, an id,
   * a flow, and queue and wake_at as their order. They define {@code n<number>}, the rows that got
   * a permit or need none, and {@code got<number>}, the permits.
   *
   * @param number the number of the stage in its statement
   * @param needed the condition for rows {@code n} that need such a permit
   * @param lock the locking clause for free permits
   */
  public static String stage(
      int number, String from, LimitKind kind, PermitScope scope, String needed, String lock) {
    return STAGE.formatted(number, from, columnValue(kind), scope.flow, needed, SURPLUS, lock);
  }
}
