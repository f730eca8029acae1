package dev.pawl.postgres.feed;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Reads marks of what belongs to a tenant and is not in its journal. A mark is a text that differs
 * from the one before if something has changed in between.
 */
public final class TenantMarks {

  private static final String MARKS =
      """
      select t.id,
             coalesce((select c.epoch::text from pawl.tenant_config c where c.tenant = t.id), ''),
             coalesce((select r.id::text from pawl.rejected r where r.tenant = t.id
                        order by r.id desc limit 1), ''),
             coalesce((select row(s.at, s.by, s.reason)::text
                         from pawl.emergency_stop s where s.tenant = t.id), ''),
             row(t.suspended_at, t.starts_per_second, t.starts_per_minute, t.starts_per_day,
                 t.active_flows, t.definition_bytes,
                 (select string_agg(
                           row(l.flow, l.kind, l.max_permits, l.overflow, l.queue_timeout)::text,
                           ',' order by l.flow, l.kind)
                    from pawl.concurrency_limit l where l.tenant = t.id))::text,
             coalesce((select string_agg(
                                row(b.downstream, b.opened_at, b.released_at)::text,
                                ',' order by b.downstream)
                         from pawl.breaker b where b.tenant = t.id), ''),
             coalesce((select c.number::text from pawl.failure_change c where c.tenant = t.id
                        order by c.number desc limit 1), '')
        from unnest(?::int[]) w (id)
        join pawl.tenant t on t.id = w.id
      """;

  private final ConnectionTemplate allTenants;

  /**
   * Creates the reader.
   *
   * @param allTenants has access to the rows of all tenants
   */
  public TenantMarks(ConnectionTemplate allTenants) {
    this.allTenants = allTenants;
  }

  /**
   * The marks of a tenant.
   *
   * @param triggers of bindings, triggers of flows and webhooks
   * @param rejected of the fires that were rejected; equal if some were only removed
   * @param stop of the emergency stop; empty if there is none
   * @param limits of the limits and the suspension of the tenant
   * @param breakers of the circuit breakers that are not closed
   * @param failures of the changes of failure families
   */
  public record Marks(
      String triggers,
      String rejected,
      String stop,
      String limits,
      String breakers,
      String failures) {}

  /** Returns the marks of the given tenants that exist. */
  public Map<TenantId, Marks> read(Collection<TenantId> tenants) {
    return allTenants.use(
        connection -> {
          Map<TenantId, Marks> found = new HashMap<>();
          Rows.list(
              connection,
              MARKS,
              row ->
                  found.put(
                      new TenantId(row.getInt(1)),
                      new Marks(
                          row.getString(2),
                          row.getString(3),
                          row.getString(4),
                          row.getString(5),
                          row.getString(6),
                          row.getString(7))),
              connection.createArrayOf("int4", tenants.stream().map(TenantId::value).toArray()));
          return found;
        });
  }
}
