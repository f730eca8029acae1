package dev.pawl.postgres.maintenance;

import dev.pawl.postgres.connection.ConnectionTemplate;
import java.time.Duration;

/**
 * Lets one node of the cluster do a piece of work at a time. A lease is a row with a name; it ends
 * when its holder releases it, or when its time is over by the clock of the database. Work that
 * takes longer than its lease must renew it, or be safe to run twice.
 */
public final class NamedLease {

  private static final String ACQUIRE =
      """
      insert into pawl.job_lease as l (name, holder, lease_until)
      values (?, ?, clock_timestamp() + ? * interval '1 ms')
      on conflict (name) do update set holder = excluded.holder, lease_until = excluded.lease_until
       where l.lease_until < clock_timestamp() or l.holder = excluded.holder
      """;

  private static final String RELEASE =
      "update pawl.job_lease set lease_until = '-infinity' where name = ? and holder = ?";

  private final ConnectionTemplate jdbc;
  private final String holder;

  /**
   * Creates access to the leases.
   *
   * @param holder the name of this process, different from those of all others
   */
  public NamedLease(ConnectionTemplate jdbc, String holder) {
    this.jdbc = jdbc;
    this.holder = holder;
  }

  /** Acquires or renews a lease; returns false if another process holds it. */
  public boolean tryAcquire(String name, Duration length) {
    return jdbc.update(ACQUIRE, name, holder, length.toMillis()) == 1;
  }

  /** Releases a lease, so that another process can acquire it at once. */
  public void release(String name) {
    jdbc.update(RELEASE, name, holder);
  }

  /** Does work under a lease and releases it; returns false if another process holds the lease. */
  public boolean run(String name, Duration length, Runnable work) {
    if (!tryAcquire(name, length)) {
      return false;
    }
    try {
      work.run();
    } finally {
      release(name);
    }
    return true;
  }
}
