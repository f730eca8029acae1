package dev.pawl.postgres.worker;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.TenantDatabase;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/** Stores which workers poll for which resources on any node, for display and diagnosis only. */
public final class WorkerPresence {

  private static final String RECORD =
      """
      insert into pawl.worker (tenant, name, resource, seen_at)
      select ?, ?, unnest(?::text[]), now()
      on conflict (tenant, name, resource) do update set seen_at = excluded.seen_at
      """;

  private static final String FORGET =
      "delete from pawl.worker where tenant = ? and seen_at < now() - interval '1 day'";

  // A worker that holds a lease is present even if it has not polled for long. The random suffix of
  // its name is secret and removed.
  private static final String PRESENT =
      """
      with s as (
        select w.name, w.resource, w.seen_at from pawl.worker w
         where w.tenant = ? and w.seen_at > now() - interval '5 minutes'
        union all
        select regexp_replace(o.worker, ' [^ ]*$', ''), o.resource, now() from pawl.offer o
         where o.tenant = ? and not o.free)
      """;

  private static final String LIST =
      """
      %s
      , n as (select s.name, s.resource, max(s.seen_at) as seen_at from s group by s.name, s.resource)
      , p as (
        select n.name, n.resource, n.seen_at,
               row_number() over (partition by n.resource order by n.seen_at desc, n.name) as place
          from n)
      select p.name, p.resource, p.seen_at from p
       where p.place <= 100
       order by p.resource, p.name limit 10000
      """
          .formatted(PRESENT);

  private static final String SERVED =
      """
      %s
      select distinct s.resource from s
      """
          .formatted(PRESENT);

  private final TenantDatabase tenanted;

  public WorkerPresence(TenantDatabase tenanted) {
    this.tenanted = tenanted;
  }

  /** A worker that polled in the last five minutes or holds a task. */
  public record PresentWorker(String name, String resource, Instant seenAt) {}

  /** Records that a worker polls for resources now, and forgets workers not seen for a day. */
  public void record(TenantId tenant, String name, List<String> resources) {
    tenanted
        .of(tenant)
        .use(
            connection -> {
              ConnectionTemplate.update(
                  connection,
                  RECORD,
                  tenant.value(),
                  name,
                  resources.stream().distinct().toArray(String[]::new));
              return ConnectionTemplate.update(connection, FORGET, tenant.value());
            });
  }

  /** Returns the most recent workers of each resource, at most 100. */
  public List<PresentWorker> list(TenantId tenant) {
    return tenanted
        .of(tenant)
        .use(
            connection ->
                Rows.list(
                    connection,
                    LIST,
                    row ->
                        new PresentWorker(
                            row.getString(1), row.getString(2), Rows.time(row, 3).orElseThrow()),
                    tenant.value(),
                    tenant.value()));
  }

  /** Returns all resources that a worker has polled for recently or holds a task of. */
  public Set<String> served(TenantId tenant) {
    return Set.copyOf(
        tenanted
            .of(tenant)
            .use(
                connection ->
                    Rows.list(
                        connection,
                        SERVED,
                        row -> row.getString(1),
                        tenant.value(),
                        tenant.value())));
  }
}
