package dev.pawl.postgres.upkeep;

import dev.pawl.engine.store.UnavailableException;
import dev.pawl.postgres.connection.Borrowed;
import dev.pawl.postgres.schema.Partitions;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/** Forgets days on which nothing began that still lives, and keys and rows that nobody needs. */
final class Forgetting {

  private static final System.Logger LOG = System.getLogger(Forgetting.class.getName());

  private static final int BATCH = 5_000;

  // Rows of this table are never changed, so their places are good names for the moment.
  private static final String KEYS =
      """
      delete from pawl.accepted a
       where a.ctid = any(array(
         select o.ctid from pawl.accepted o
          where o.at < ?
            and not exists (select from pawl.execution e
                             where e.tenant = o.tenant and e.id = o.execution)
          limit %d))
      """
          .formatted(BATCH);

  private static final String ECHOES =
      """
      delete from pawl.accepted a
       where a.ctid = any(array(
         select o.ctid from pawl.accepted o
          where o.scope = '~' and o.at < now() - interval '1 hour'
          order by o.at limit %d))
      """
          .formatted(BATCH);

  private final Borrowed borrowed;

  Forgetting(Borrowed borrowed) {
    this.borrowed = borrowed;
  }

  /** Forgets keys of letters that nobody sends again. */
  void forgetEchoes() {
    borrowed.updateInBatches(BATCH, ECHOES);
  }

  /** Says how many executions it forgot. */
  int forget(Instant before) {
    int forgotten = 0;
    for (LocalDate day : borrowed.use(Partitions::days)) {
      if (!day.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant().isAfter(before)) {
        forgotten += forget(day);
      }
    }
    borrowed.updateInBatches(BATCH, KEYS, OffsetDateTime.ofInstant(before, ZoneOffset.UTC));
    Orphans.ofSnapshots(borrowed).delete();
    Orphans.ofInbox(borrowed).delete();
    return forgotten;
  }

  private int forget(LocalDate day) {
    try {
      return LockTrouble.retry(
          () -> borrowed.transact(connection -> Partitions.drop(connection, day)));
    } catch (UnavailableException failed) {
      if (!LockTrouble.isIt(failed)) {
        throw failed;
      }
      LOG.log(Level.WARNING, day + " is in use and will be forgotten later", failed);
      return 0;
    }
  }
}
