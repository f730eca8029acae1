package dev.pawl.postgres.claim;

import dev.pawl.postgres.connection.DedicatedConnection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/**
 * Moves parked executions whose wake-up time has come into the run queue, interleaved by tenant.
 */
public final class RingTimers {

  /** The statement that moves due executions into the run queue. */
  public static final String WAKE_DUE =
      """
      with c as materialized (
        select e.tenant, e.id from pawl.execution e
         where e.owner is null and e.wake_at is not null and e.queue = 100 and e.wake_at <= now()
         order by e.queue, e.wake_at limit ? for update skip locked)
      , n as materialized (
        select c.tenant, c.id, row_number() over (partition by c.tenant order by c.id) as place
          from c)
      , u as (
        update pawl.execution e
           set queue = e.priority, wake_at = now() + (n.place - 1) * interval '1 ms'
          from n
         where e.tenant = n.tenant and e.id = n.id
        returning 1)
      select (select count(*) from u),
             exists (select from pawl.outbox),
             exists (select from pawl.concurrency_limit) or exists (select from pawl.emergency_stop)
               or exists (select from pawl.execution e where e.queue = 101),
             (select (extract(epoch from e.wake_at - now()) * 1000)::bigint from pawl.execution e
               where e.owner is null and e.wake_at is not null and e.queue = 100
                 and e.wake_at > now()
               order by e.queue, e.wake_at limit 1)
      """;

  /**
   * Reports what is due.
   *
   * @param count the number of executions that were woken
   * @param posted true if the outbox has messages
   * @param holdsBack true if there is a limit or an emergency stop, or if executions are still held
   *     back by one that has been removed
   * @param next the time until the next timer is due
   */
  public record Rung(int count, boolean posted, boolean holdsBack, Optional<Duration> next) {}

  private final DedicatedConnection connection;

  public RingTimers(DedicatedConnection connection) {
    this.connection = connection;
  }

  /** Wakes up to {@code max} executions. */
  public Rung ring(int max) throws SQLException {
    PreparedStatement statement = connection.statement(WAKE_DUE);
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
