package dev.pawl.postgres.connection;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A connection that is kept for one purpose, with the statements prepared on it. It is opened on
 * first use, and again after {@link #drop}. Used by one thread at a time.
 */
public final class DedicatedConnection implements AutoCloseable {

  // Generic plans made while the tables were empty would stay. The tables fill fastest at first, so
  // the time between two discards doubles.
  private static final long MIN_PLAN_NANOS = Duration.ofMillis(100).toNanos();
  private static final long MAX_PLAN_NANOS = Duration.ofSeconds(4).toNanos();

  private static final String CONNECTION_DOES_NOT_EXIST = "08003";

  private final Connections connections;
  private final Map<String, PreparedStatement> prepared = new HashMap<>();
  private @Nullable Connection connection;
  private long plannedAtNanos;
  private long planLifetimeNanos;
  private boolean closed;

  public DedicatedConnection(Connections connections) {
    this.connections = connections;
  }

  /** Returns the prepared statement of a text, opening the connection if needed. */
  public synchronized PreparedStatement statement(String text) throws SQLException {
    Connection open = open();
    PreparedStatement known = prepared.get(text);
    if (known == null) {
      known = open.prepareStatement(text);
      prepared.put(text, known);
    }
    return known;
  }

  private Connection open() throws SQLException {
    Connection open = connection;
    if (closed) {
      throw new SQLException("this connection is closed", CONNECTION_DOES_NOT_EXIST);
    }
    if (open == null) {
      open = connections.openDedicated();
      connection = open;
      connections.applyPlanSettings(open);
      plannedAtNanos = System.nanoTime();
      planLifetimeNanos = MIN_PLAN_NANOS;
    } else if (System.nanoTime() - plannedAtNanos > planLifetimeNanos
        && !connections.options().pooled()) {
      try (Statement statement = open.createStatement()) {
        statement.execute("discard plans");
      }
      plannedAtNanos = System.nanoTime();
      planLifetimeNanos = Math.min(MAX_PLAN_NANOS, planLifetimeNanos * 2);
    }
    return open;
  }

  /** Closes the connection, which may be broken; the next statement opens a new one. */
  public synchronized void drop() {
    Connection open = connection;
    connection = null;
    prepared.clear();
    if (open != null) {
      try {
        connections.closeDedicated(open);
      } catch (SQLException alreadyClosed) {
        // Nothing is left to close.
      }
    }
  }

  /** Closes the connection for good; later statements fail. */
  @Override
  public synchronized void close() {
    closed = true;
    drop();
  }
}
