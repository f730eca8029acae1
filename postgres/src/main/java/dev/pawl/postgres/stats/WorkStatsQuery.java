package dev.pawl.postgres.stats;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.stats.WorkStats.LimitUse;
import dev.pawl.postgres.stats.WorkStats.Publication;
import dev.pawl.postgres.stats.WorkStats.UnservedResource;
import dev.pawl.postgres.stats.WorkStats.WaitingCount;
import dev.pawl.postgres.stats.WorkStats.WaitingKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Reads what executes and waits, and when versions were published. */
public final class WorkStatsQuery {

  /** Maximum number of live executions and of tasks that are read for a count. */
  public static final int MAX_COUNTED = 100_000;

  /** A worker that has not polled for so long does not serve. */
  private static final Duration PRESENT = Duration.ofMinutes(5);

  private static final int MAX_PUBLICATIONS = 200;
  private static final int MAX_RESOURCES = 20;

  // Of the cluster: tenants may not read it, and the index on owners begins with the node.
  private static final String NODES = "select string_agg(n.id::text, ',') from pawl.node n";

  private static final String ACTIVE =
      """
      select count(*) from (
        select from pawl.execution e
         where e.tenant = ? and e.owner = any(string_to_array(?, ',')::int[])
           and e.parent is null and e.test is null limit ?) c
      """;

  // An execution that waits for several things counts for the one that people look for first. A
  // deadline is a timer, too.
  private static final String WAITING =
      """
      select w.kind, count(*) from (
        select case when e.incident is not null then 'INCIDENT'
                    when e.paused then 'PAUSED'
                    when e.queue <> 100 then 'QUEUED'
                    when e.waits_for like '%breaker:%' then 'BREAKER'
                    when e.waits_for like '%person%' then 'PERSON'
                    when e.waits_for like '%event:%' then 'EVENT'
                    when e.waits_for like '%handler:%' then 'WORKER'
                    when e.waits_for like '%callback%' then 'CALLBACK'
                    when e.waits_for like '%child%' then 'CHILD'
                    when e.waits_for like '%timer%' then 'TIMER'
                    else 'OTHER' end as kind
          from pawl.execution e
         where e.tenant = ? and e.owner is null and e.parent is null and e.test is null limit ?) w
       group by w.kind order by 2 desc, 1
      """;

  private static final String LIMITS =
      """
      select l.kind, l.max_permits,
             (select count(*) from pawl.permit p
               where p.tenant = l.tenant and p.flow = l.flow and p.kind = l.kind and p.execution is not null)
        from pawl.concurrency_limit l
       where l.tenant = ? and l.flow = '' order by l.kind
      """;

  private static final String UNSERVED =
      """
      with free as materialized (
        select o.resource, o.offered_at, o.flow, o.execution from pawl.offer o
         where o.tenant = ? and o.free limit ?
      ), unserved as (
        select f.resource, count(*) as tasks, min(f.offered_at) as since,
               (array_agg(f.flow order by f.offered_at))[1] as flow,
               (array_agg(f.execution order by f.offered_at))[1] as execution
          from free f
         where not exists (
           select from pawl.worker w
            where w.tenant = ? and w.resource = f.resource
              and w.seen_at > now() - make_interval(secs => ?))
         group by f.resource order by 2 desc, 1 limit ?
      ), part as (
        select u.resource, count(*) as tasks,
               least(?, width_bucket(extract(epoch from f.offered_at), extract(epoch from u.since),
                                     extract(epoch from now()) + 0.001, ?)) as n
          from unserved u join free f on f.resource = u.resource
         group by u.resource, 3
      )
      select u.resource, u.tasks, u.since, u.flow, u.execution,
             (select string_agg(p.n || ':' || p.tasks, ',') from part p where p.resource = u.resource)
        from unserved u order by 2 desc, 1
      """;

  private static final String PUBLICATIONS =
      """
      select v.flow, v.number, v.created_at, v.published_by, v.note from pawl.version v
       where v.tenant = ? and v.number > 0 and v.created_at >= ?::timestamptz
         and (?::text is null or v.flow = ?)
       order by v.created_at desc limit ?
      """;

  private static final String NAMES =
      "select f.code, f.name from pawl.flow f where f.tenant = ? and f.code ="
          + " any(string_to_array(?, ','))";

  private final TenantDatabase tenanted;
  private final ConnectionTemplate allTenants;

  /**
   * Creates the queries.
   *
   * @param allTenants connections that may read the nodes of the cluster
   */
  public WorkStatsQuery(TenantDatabase tenanted, ConnectionTemplate allTenants) {
    this.tenanted = tenanted;
    this.allTenants = allTenants;
  }

  /** Reads what executes and waits now. */
  public WorkStats read(TenantId tenant) {
    String nodes =
        allTenants
            .use(
                connection ->
                    Rows.first(connection, NODES, row -> Optional.ofNullable(row.getString(1))))
            .flatMap(all -> all)
            .orElse("");
    return tenanted.of(tenant).use(connection -> read(connection, tenant.value(), nodes));
  }

  private static WorkStats read(Connection connection, int tenant, String nodes)
      throws SQLException {
    long active =
        Rows.first(connection, ACTIVE, row -> row.getLong(1), tenant, nodes, MAX_COUNTED)
            .orElse(0L);
    List<WaitingCount> waiting =
        Rows.list(
            connection,
            WAITING,
            row -> new WaitingCount(WaitingKind.valueOf(row.getString(1)), row.getLong(2)),
            tenant,
            MAX_COUNTED);
    List<LimitUse> limits =
        Rows.list(
            connection,
            LIMITS,
            row -> new LimitUse(row.getString(1), row.getInt(2), row.getLong(3)),
            tenant);
    List<UnservedResource> unserved =
        Rows.list(
            connection,
            UNSERVED,
            row ->
                new UnservedResource(
                    row.getString(1),
                    row.getLong(2),
                    Rows.time(row, 3).orElseThrow(),
                    row.getString(4),
                    new ExecutionId(row.getObject(5, UUID.class)),
                    growth(row.getString(6))),
            tenant,
            MAX_COUNTED,
            tenant,
            (double) PRESENT.toSeconds(),
            MAX_RESOURCES,
            WorkStats.GROWTH_PARTS,
            WorkStats.GROWTH_PARTS);
    boolean isCapped =
        active == MAX_COUNTED
            || waiting.stream().mapToLong(WaitingCount::count).sum() == MAX_COUNTED;
    return new WorkStats(active, waiting, limits, unserved, isCapped);
  }

  /** Returns the number of tasks up to the end of each part; the text has those of each part. */
  private static List<Long> growth(String parts) {
    long[] growth = new long[WorkStats.GROWTH_PARTS];
    for (String part : parts.split(",", -1)) {
      int colon = part.indexOf(':');
      int number = Math.max(1, Integer.parseInt(part.substring(0, colon)));
      growth[number - 1] += Long.parseLong(part.substring(colon + 1));
    }
    for (int i = 1; i < growth.length; i++) {
      growth[i] += growth[i - 1];
    }
    return Arrays.stream(growth).boxed().toList();
  }

  /** Reads the newest publications since a time, newest first. */
  public List<Publication> publications(TenantId tenant, Instant since, Optional<String> flow) {
    return tenanted
        .of(tenant)
        .use(
            connection ->
                Rows.list(
                    connection,
                    PUBLICATIONS,
                    row ->
                        new Publication(
                            row.getString(1),
                            row.getInt(2),
                            Rows.time(row, 3).orElseThrow(),
                            Optional.ofNullable(row.getString(4)),
                            Optional.ofNullable(row.getString(5)).filter(note -> !note.isEmpty())),
                    tenant.value(),
                    since.toString(),
                    flow.orElse(null),
                    flow.orElse(null),
                    MAX_PUBLICATIONS));
  }

  /** The code and the name of a flow. */
  public record FlowName(String code, String name) {}

  /** Reads the names of flows; codes have no commas. */
  public List<FlowName> names(TenantId tenant, List<String> codes) {
    return tenanted
        .of(tenant)
        .use(
            connection ->
                Rows.list(
                    connection,
                    NAMES,
                    row -> new FlowName(row.getString(1), row.getString(2)),
                    tenant.value(),
                    String.join(",", codes)));
  }
}
