package dev.pawl.triggers.launch;

import dev.pawl.engine.node.StaleConfigurationException;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.maintenance.NamedLease;
import java.time.Duration;

/** Releases held fires and removes old rows; one node of the cluster does it at a time. */
public final class TriggerUpkeep {

  /** How long an event is recognised by its id, and a rejected fire is kept. */
  public static final Duration RETENTION = Duration.ofDays(7);

  private static final Duration LEASE = Duration.ofSeconds(30);
  private static final int ROWS_PER_STATEMENT = 5_000;
  private static final int MAX_RELEASES_PER_RUN = 1_000;

  // Rows of this table are never updated, so their ctids are stable.
  private static final String AGE_KEYS =
      """
      delete from pawl.idempotency_key a
       where a.ctid = any(array(
         select o.ctid from pawl.idempotency_key o
          where o.at < now() - ? * interval '1 s' and o.key like 'event:%%'
            and (o.scope like 'start:%%' or o.scope like 'held:%%')
          limit %d))
      """
          .formatted(ROWS_PER_STATEMENT);

  private final ConnectionTemplate jdbc;
  private final EventStarts starts;
  private final NamedLease leases;

  public TriggerUpkeep(ConnectionTemplate jdbc, EventStarts starts, NamedLease leases) {
    this.jdbc = jdbc;
    this.starts = starts;
    this.leases = leases;
  }

  /** Starts the flows of held fires that are due. */
  public void releaseDue() {
    if (HeldFires.isDue(jdbc)) {
      leases.run("triggers.held", LEASE, this::releaseAll);
    }
  }

  private void releaseAll() {
    try {
      for (int released = 0; released < MAX_RELEASES_PER_RUN; released++) {
        if (!jdbc.transact(starts::releaseDue)) {
          return;
        }
      }
    } catch (StaleConfigurationException e) {
      // The transaction was rolled back; the next run decides again.
    }
  }

  /** Removes idempotency keys of events and rejected fires that are too old. */
  public void removeOld() {
    leases.run(
        "triggers.aging",
        LEASE,
        () -> {
          jdbc.updateInBatches(ROWS_PER_STATEMENT, AGE_KEYS, RETENTION.toSeconds());
          RejectedFires.age(jdbc, RETENTION.toSeconds());
        });
  }
}
