package dev.pawl.triggers.config;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.schema.Partitions;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Counts what triggers have started, from the executions that name their trigger. Nothing is
 * written for it when a trigger fires, and the number of executions that a query reads is limited.
 */
public final class TriggerActivity {

  /** Ended executions of each flow that are read, the newest first. */
  public static final int MAX_ENDED_PER_FLOW = 1_000;

  /** Unfinished executions of the tenant that are read, the newest first. */
  private static final int MAX_UNFINISHED = 5_000;

  /** The first bits of a UUIDv7 are the milliseconds since 1970. */
  private static final int RANDOM_BITS = 16;

  private static final String RECENT =
      """
      select u.flow, u.started_by, u.id, u.status, 'live' as part
        from (select e.flow, e.started_by, e.id, e.parent, e.test,
                     case when e.paused then 'PAUSED' when not e.started then 'PENDING'
                          when e.owner is null and e.queue = 100 then 'WAITING'
                          else 'RUNNING' end as status
                from pawl.execution e
               where e.tenant = ? and e.id >= ?
               order by e.id desc limit %d) u
       where u.parent is null and u.test is null
      union all
      select n.flow, n.started_by, n.id, n.status, 'ended'
        from unnest(?::text[]) w (flow)
       cross join lateral (
         select f.flow, f.started_by, f.id, f.status
           from pawl.finished f
          where f.tenant = ? and f.flow = w.flow and f.parent is null and f.test is null
             and f.id >= ?
          order by f.id desc limit %d) n
      """
          .formatted(MAX_UNFINISHED, MAX_ENDED_PER_FLOW);

  private static final String COUNT =
      """
      with recent as (%s)
      select r.flow, coalesce(r.started_by, ''), count(*), max(r.id::text),
             count(*) filter (where r.part = 'ended')
        from recent r group by 1, 2
      """
          .formatted(RECENT);

  private static final String LATEST =
      """
      with recent as (%s)
      select r.id, r.status, r.started_by
        from recent r where r.flow = ? and r.started_by like 'trigger:%%'
       order by r.id desc limit ?
      """
          .formatted(RECENT);

  private final TenantDatabase tenanted;

  public TriggerActivity(TenantDatabase tenanted) {
    this.tenanted = tenanted;
  }

  /**
   * The starts of a trigger.
   *
   * @param isLowerBound true if the flow has run so often that older starts were not read
   */
  public record TriggerStarts(int count, boolean isLowerBound, Instant lastAt, UUID last) {}

  /** An execution that a trigger has started. */
  public record TriggeredExecution(UUID id, Instant at, String status, String startedBy) {}

  /** Returns the name under which executions of a binding are stored. */
  public static String ofBinding(UUID binding) {
    return "trigger:event:" + binding;
  }

  /** Returns the name under which executions of a webhook are stored. */
  public static String ofWebhook(String path) {
    return "trigger:webhook:" + path;
  }

  private record Counted(String flow, String startedBy, int count, UUID last, int ended) {}

  /** Counts the starts of flows since a time, by the names of their triggers. */
  public Map<String, TriggerStarts> count(
      TenantId tenant, Collection<String> flows, Instant since) {
    UUID first = Partitions.first(since);
    List<Counted> rows =
        tenanted
            .of(tenant)
            .use(
                connection ->
                    Rows.list(
                        connection,
                        COUNT,
                        TriggerActivity::counted,
                        tenant.value(),
                        first,
                        connection.createArrayOf("text", flows.toArray()),
                        tenant.value(),
                        first));
    Map<String, Integer> ended = new HashMap<>();
    rows.forEach(row -> ended.merge(row.flow(), row.ended(), Integer::sum));
    Map<String, TriggerStarts> starts = new HashMap<>();
    for (Counted row : rows) {
      if (row.startedBy().startsWith("trigger:") && flows.contains(row.flow())) {
        starts.put(
            row.startedBy(),
            new TriggerStarts(
                row.count(),
                ended.getOrDefault(row.flow(), 0) >= MAX_ENDED_PER_FLOW,
                time(row.last()),
                row.last()));
      }
    }
    return starts;
  }

  /** Returns the newest executions of a flow that triggers have started since a time. */
  public List<TriggeredExecution> latest(TenantId tenant, String flow, Instant since, int limit) {
    UUID first = Partitions.first(since);
    return tenanted
        .of(tenant)
        .use(
            connection ->
                Rows.list(
                    connection,
                    LATEST,
                    row ->
                        new TriggeredExecution(
                            row.getObject(1, UUID.class),
                            time(row.getObject(1, UUID.class)),
                            row.getString(2),
                            row.getString(3)),
                    tenant.value(),
                    first,
                    connection.createArrayOf("text", new Object[] {flow}),
                    tenant.value(),
                    first,
                    flow,
                    limit));
  }

  private static Counted counted(ResultSet row) throws SQLException {
    return new Counted(
        row.getString(1),
        row.getString(2),
        row.getInt(3),
        UUID.fromString(row.getString(4)),
        row.getInt(5));
  }

  private static Instant time(UUID id) {
    return Instant.ofEpochMilli(id.getMostSignificantBits() >>> RANDOM_BITS);
  }
}
