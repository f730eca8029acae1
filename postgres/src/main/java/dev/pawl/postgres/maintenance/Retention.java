package dev.pawl.postgres.maintenance;

import dev.pawl.engine.store.UnavailableException;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.schema.Partitions;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/** Drops the partitions of expired days without live executions, and deletes unneeded rows. */
final class Retention {

  private static final System.Logger LOG = System.getLogger(Retention.class.getName());

  private static final int ROWS_PER_STATEMENT = 5_000;

  // Rows of this table are never updated, so their ctids are stable.
  private static final String DELETE_KEYS =
      """
      delete from pawl.idempotency_key a
       where a.ctid = any(array(
         select o.ctid from pawl.idempotency_key o
          where o.at < ?
            and (o.key not like 'event:%%' or o.at < now() - interval '7 days')
            and not exists (select from pawl.execution e
                             where e.tenant = o.tenant and e.id = o.execution)
          limit %d))
      """
          .formatted(ROWS_PER_STATEMENT);

  private static final String DELETE_GENERATED_KEYS =
      """
      delete from pawl.idempotency_key a
       where a.ctid = any(array(
         select o.ctid from pawl.idempotency_key o
          where o.scope = '~' and o.at < now() - interval '1 hour'
          order by o.at limit %d))
      """
          .formatted(ROWS_PER_STATEMENT);

  private final ConnectionTemplate jdbc;

  Retention(ConnectionTemplate jdbc) {
    this.jdbc = jdbc;
  }

  /** Deletes generated keys of messages, which are no longer retried. */
  void deleteGeneratedKeys() {
    jdbc.updateInBatches(ROWS_PER_STATEMENT, DELETE_GENERATED_KEYS);
  }

  /**
   * Deletes the data of days that ended before the given time, unless an execution that started on
   * such a day is live, and returns the number of executions deleted.
   */
  int deleteExpired(Instant before) {
    int deleted = 0;
    for (LocalDate day : jdbc.use(Partitions::days)) {
      if (!day.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant().isAfter(before)) {
        deleted += deleteExpired(day);
      }
    }
    jdbc.updateInBatches(
        ROWS_PER_STATEMENT, DELETE_KEYS, OffsetDateTime.ofInstant(before, ZoneOffset.UTC));
    OrphanedRows.ofSnapshots(jdbc).delete();
    OrphanedRows.ofInbox(jdbc).delete();
    return deleted;
  }

  private int deleteExpired(LocalDate day) {
    try {
      return LockRetry.retry(() -> jdbc.transact(connection -> Partitions.drop(connection, day)));
    } catch (UnavailableException failed) {
      if (!LockRetry.isLockFailure(failed)) {
        throw failed;
      }
      LOG.log(
          Level.WARNING,
          "The partitions of %s are in use and will be dropped later".formatted(day),
          failed);
      return 0;
    }
  }
}
