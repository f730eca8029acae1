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
 * Vacuums the small, frequently updated tables: every execution and message leaves dead rows, many
 * thousands a second, and autovacuum may run only once a minute.
 */
public final class HotTableVacuum {

  private static final Logger LOG = System.getLogger(HotTableVacuum.class.getName());

  private static final String VACUUM =
      "vacuum (skip_locked, truncate off) pawl.execution, pawl.inbox, pawl.offer";

  // In small steps: a long burst of CPU use delays concurrent statements.
  private static final String COST_SETTINGS =
      "set vacuum_cost_delay = '5ms'; set vacuum_cost_limit = 200";

  private static final int DEAD_ROWS_THRESHOLD = 20_000;
  private static final long MIN_INTERVAL_NANOS = Duration.ofSeconds(3).toNanos();

  private final Connections connections;
  private final AtomicLong deadRows = new AtomicLong();
  private final AtomicBoolean running = new AtomicBoolean();
  private volatile long lastRunNanos = System.nanoTime();

  public HotTableVacuum(Connections connections) {
    this.connections = connections;
  }

  /** Records dead rows, and starts a vacuum in the background once there are many. */
  public void addDeadRows(int rows) {
    if (deadRows.addAndGet(rows) > DEAD_ROWS_THRESHOLD
        && System.nanoTime() - lastRunNanos > MIN_INTERVAL_NANOS
        && running.compareAndSet(false, true)) {
      Thread.ofVirtual().name("pawl-vacuum").start(this::vacuum);
    }
  }

  private void vacuum() {
    deadRows.set(0);
    try (Connection connection = connections.openWithoutTimeouts();
        Statement statement = connection.createStatement()) {
      statement.execute(COST_SETTINGS);
      statement.execute(VACUUM);
    } catch (SQLException failed) {
      LOG.log(Level.DEBUG, "The vacuum failed; autovacuum will do it", failed);
    }
    lastRunNanos = System.nanoTime();
    running.set(false);
  }
}
