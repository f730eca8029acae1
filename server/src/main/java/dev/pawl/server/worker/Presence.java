package dev.pawl.server.worker;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Tenanted;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Which workers there are, on whichever node they poll: for people, not for the work itself. */
public final class Presence {

  private static final String SEEN =
      """
      insert into pawl.worker (tenant, name, resource, seen_at)
      select ?, ?, unnest(?::text[]), now()
      on conflict (tenant, name, resource) do update set seen_at = excluded.seen_at
      """;

  // Who has work at hand is there, even if it has not polled for long. A name ends in something
  // that is nobody's business.
  private static final String THERE =
      """
      with s as (
        select w.name, w.resource, w.seen_at from pawl.worker w
         where w.tenant = ? and w.seen_at > now() - interval '5 minutes'
        union all
        select regexp_replace(o.taker, ' [^ ]*$', ''), o.resource, now() from pawl.offer o
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
          .formatted(THERE);

  private static final String SERVED =
      """
      %s
      select distinct s.resource from s
      """
          .formatted(THERE);

  private static final String FORGET =
      "delete from pawl.worker where tenant = ? and seen_at < now() - interval '1 day'";

  /** A worker polls all the time, and who looks wants to know it about so exactly. */
  private static final long TOLD = Duration.ofSeconds(10).toNanos();

  private static final int MOST_TOLD = 10_000;

  private record Worker(TenantId tenant, String name, List<String> resources) {}

  /** A worker that polled within the last minutes, or has work at hand. */
  public record Seen(String name, String resource, Instant at) {}

  private final Tenanted tenanted;
  private final Map<Worker, Long> told = new ConcurrentHashMap<>();

  Presence(Tenanted tenanted) {
    this.tenanted = tenanted;
  }

  void seen(TenantId tenant, String name, List<String> resources) {
    Worker worker = new Worker(tenant, name, resources);
    Long last = told.get(worker);
    if (last != null && System.nanoTime() - last < TOLD) {
      return;
    }
    if (told.size() >= MOST_TOLD) {
      told.clear();
    }
    told.put(worker, System.nanoTime());
    tenanted
        .of(tenant)
        .use(
            connection -> {
              try (PreparedStatement statement = connection.prepareStatement(SEEN)) {
                statement.setInt(1, tenant.value());
                statement.setString(2, name);
                statement.setArray(
                    3, connection.createArrayOf("text", resources.stream().distinct().toArray()));
                statement.executeUpdate();
              }
              try (PreparedStatement statement = connection.prepareStatement(FORGET)) {
                statement.setInt(1, tenant.value());
                return statement.executeUpdate();
              }
            });
  }

  /** Of each resource those who were seen last. */
  public List<Seen> list(TenantId tenant) {
    return ask(
        tenant,
        LIST,
        row ->
            new Seen(
                row.getString(1),
                row.getString(2),
                row.getObject(3, OffsetDateTime.class).toInstant()));
  }

  /** All resources that somebody serves. */
  public Set<String> served(TenantId tenant) {
    return Set.copyOf(ask(tenant, SERVED, row -> row.getString(1)));
  }

  private interface Line<T> {
    T read(ResultSet row) throws SQLException;
  }

  private <T> List<T> ask(TenantId tenant, String question, Line<T> line) {
    return tenanted
        .of(tenant)
        .use(
            connection -> {
              List<T> lines = new ArrayList<>();
              try (PreparedStatement statement = connection.prepareStatement(question)) {
                statement.setInt(1, tenant.value());
                statement.setInt(2, tenant.value());
                try (ResultSet row = statement.executeQuery()) {
                  while (row.next()) {
                    lines.add(line.read(row));
                  }
                }
              }
              return lines;
            });
  }
}
