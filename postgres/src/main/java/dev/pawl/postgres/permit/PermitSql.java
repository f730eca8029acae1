package dev.pawl.postgres.permit;

import dev.pawl.engine.store.ConcurrencyLimit.Kind;
import java.util.Locale;

/** Parts of statements that take concurrency permits. */
public final class PermitSql {

  /**
   * Which permits of unfinished executions the execution {@code e} still needs: 0 none, 1 that of
   * its flow, 2 that of its flow and that of its tenant. An index has the same expression.
   */
  public static final String NEEDS =
      """
      case when e.begun or e.reply = 0 then 0
           when e.reply is null or e.reply = 4 then 2
           else 1 end\
      """;

  /**
   * How many permits of the limit {@code l} executions hold beyond its number, since it was set or
   * lowered while they were unfinished.
   */
  public static final String SURPLUS =
      """
      (select count(*) from pawl.slot x
        where x.tenant = l.tenant and x.flow = l.flow and x.kind = l.kind
          and x.number > l.at_most and x.execution is not null)\
      """;

  // Free permits are passed over as long as others are held beyond the limit.
  private static final String STAGE =
      """
      , need%1$d as materialized (
        select n.tenant, n.id, l.flow, l.kind, l.at_most,
               row_number() over (partition by n.tenant, l.flow
                                  order by n.lane, n.wake_at, n.id) as place
          from %2$s n
          join pawl.limited l on l.tenant = n.tenant and l.kind = '%3$s' and l.flow = %4$s
         where %5$s)
      , free%1$d as materialized (
        select l.tenant, l.flow, t.number,
               row_number() over (partition by l.tenant, l.flow order by t.number) as place
          from (select n.tenant, n.flow, n.kind, n.at_most, count(*) as wanted from need%1$d n
                 group by n.tenant, n.flow, n.kind, n.at_most
                 order by n.tenant, n.flow) l,
               lateral (select s.number from pawl.slot s
                         where s.tenant = l.tenant and s.flow = l.flow and s.kind = l.kind
                           and s.number <= l.at_most and s.execution is null
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

  /** Whose permits. */
  public enum Scope {
    FLOW("n.flow"),
    TENANT("''");

    private final String flow;

    Scope(String flow) {
      this.flow = flow;
    }
  }

  private PermitSql() {}

  public static String word(Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  /**
   * Finds permits for the rows of {@code from}, which have a tenant, an id, a flow and the order in
   * which they get them: lane and wake_at. Defines n and the number, those that got one or need
   * none; and likewise got, the permits.
   *
   * @param number of the stage in its statement
   * @param needed which rows {@code n} need such a permit
   * @param lock how free permits are locked
   */
  public static String stage(
      int number, String from, Kind kind, Scope scope, String needed, String lock) {
    return STAGE.formatted(number, from, word(kind), scope.flow, needed, SURPLUS, lock);
  }
}
