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
import java.util.concurrent.ConcurrentHashMap;

/** Which workers there are, on whichever node they poll: for people, not for the work itself. */
public final class Presence {

  private static final String SEEN =
      """
      insert into pawl.worker (tenant, name, resource, seen_at)
      select ?, ?, unnest(?::text[]), now()
      on conflict (tenant, name, resource) do update set seen_at = excluded.seen_at
      """;

  private static final String LIST =
      """
      select w.name, w.resource, w.seen_at from pawl.worker w
       where w.tenant = ? and w.seen_at > now() - interval '5 minutes'
       order by w.resource, w.name limit 1000
      """;

  private static final String FORGET =
      "delete from pawl.worker where tenant = ? and seen_at < now() - interval '1 day'";

  /** A worker polls all the time, and who looks wants to know it about so exactly. */
  private static final long TOLD = Duration.ofSeconds(10).toNanos();

  private static final int MOST_TOLD = 10_000;

  private record Worker(TenantId tenant, String name, List<String> resources) {}

  /** A worker that polled within the last minutes. */
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

  public List<Seen> list(TenantId tenant) {
    return tenanted
        .of(tenant)
        .use(
            connection -> {
              try (PreparedStatement statement = connection.prepareStatement(LIST)) {
                statement.setInt(1, tenant.value());
                try (ResultSet row = statement.executeQuery()) {
                  return read(row);
                }
              }
            });
  }

  private static List<Seen> read(ResultSet row) throws SQLException {
    List<Seen> workers = new ArrayList<>();
    while (row.next()) {
      workers.add(
          new Seen(
              row.getString(1),
              row.getString(2),
              row.getObject(3, OffsetDateTime.class).toInstant()));
    }
    return workers;
  }
}
