package dev.pawl.postgres.connection;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Keeps the small tables small: every execution and every letter leaves a dead row behind, many
 * thousands a second, and the server's own vacuum may come only once a minute.
 */
public final class Sweep {

  private static final Logger LOG = System.getLogger(Sweep.class.getName());

  private static final String VACUUM =
      "vacuum (skip_locked, truncate off) pawl.execution, pawl.inbox, pawl.offer";

  // In small steps: what takes a processor away for long delays everybody who asks meanwhile.
  private static final String GENTLY = "set vacuum_cost_delay = '5ms'; set vacuum_cost_limit = 200";

  private static final int MANY = 20_000;
  private static final long PAUSE = Duration.ofSeconds(3).toNanos();

  private final Connections connections;
  private final AtomicLong dead = new AtomicLong();
  private final AtomicBoolean busy = new AtomicBoolean();
  private volatile long last = System.nanoTime();

  public Sweep(Connections connections) {
    this.connections = connections;
  }

  /** That many rows died. */
  public void died(int rows) {
    if (dead.addAndGet(rows) > MANY
        && System.nanoTime() - last > PAUSE
        && busy.compareAndSet(false, true)) {
      Thread.ofVirtual().name("pawl-sweep").start(this::vacuum);
    }
  }

  private void vacuum() {
    dead.set(0);
    try (Connection connection = connections.patient();
        Statement statement = connection.createStatement()) {
      statement.execute(GENTLY);
      statement.execute(VACUUM);
    } catch (SQLException failed) {
      LOG.log(Level.DEBUG, "The server will have to vacuum by itself", failed);
    }
    last = System.nanoTime();
    busy.set(false);
  }
}
