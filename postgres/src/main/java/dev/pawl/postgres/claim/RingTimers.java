package dev.pawl.postgres.claim;

import dev.pawl.postgres.connection.Line;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/** Moves executions whose time has come into the lane of their priority, tenants in turns. */
public final class RingTimers {

  public static final String RING =
      """
      with c as materialized (
        select e.tenant, e.id from pawl.execution e
         where e.owner is null and e.wake_at is not null and e.lane = 100 and e.wake_at <= now()
         order by e.lane, e.wake_at limit ? for update skip locked)
      , n as materialized (
        select c.tenant, c.id, row_number() over (partition by c.tenant order by c.id) as place
          from c)
      , u as (
        update pawl.execution e
           set lane = e.priority, wake_at = now() + (n.place - 1) * interval '1 ms'
          from n
         where e.tenant = n.tenant and e.id = n.id
        returning 1)
      select (select count(*) from u),
             exists (select from pawl.posted),
             exists (select from pawl.limited),
             (select (extract(epoch from e.wake_at - now()) * 1000)::bigint from pawl.execution e
               where e.owner is null and e.wake_at is not null and e.lane = 100
                 and e.wake_at > now()
               order by e.lane, e.wake_at limit 1)
      """;

  /**
   * @param count how many rang
   * @param posted whether letters lie where transactions of others put them
   * @param limited whether anything is limited
   * @param next how long it is until the next one rings
   */
  public record Rung(int count, boolean posted, boolean limited, Optional<Duration> next) {}

  private final Line line;

  public RingTimers(Line line) {
    this.line = line;
  }

  public Rung ring(int max) throws SQLException {
    PreparedStatement statement = line.statement(RING);
    statement.setInt(1, max);
    try (ResultSet rows = statement.executeQuery()) {
      rows.next();
      long millis = rows.getLong(4);
      Optional<Duration> next =
          rows.wasNull() ? Optional.empty() : Optional.of(Duration.ofMillis(Math.max(1, millis)));
      return new Rung(rows.getInt(1), rows.getBoolean(2), rows.getBoolean(3), next);
    }
  }
}
