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
 * A connection kept for one use, and the statements prepared on it. It is opened when it is needed
 * and again after it was dropped. One thread at a time.
 */
public final class Line implements AutoCloseable {

  // A plan made while the tables were empty would stay for ever. They fill fast in the beginning.
  private static final long SHORTEST = Duration.ofMillis(100).toNanos();
  private static final long LONGEST = Duration.ofSeconds(4).toNanos();

  /** What SQL calls a connection that does not exist. */
  private static final String CLOSED = "08003";

  private final Connections connections;
  private final Map<String, PreparedStatement> prepared = new HashMap<>();
  private @Nullable Connection connection;
  private long planned;
  private long plansLast;
  private boolean closed;

  public Line(Connections connections) {
    this.connections = connections;
  }

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
      throw new SQLException("this line is closed", CLOSED);
    }
    if (open == null) {
      open = connections.steady();
      connection = open;
      planned = System.nanoTime();
      plansLast = SHORTEST;
    } else if (System.nanoTime() - planned > plansLast && !connections.options().pooled()) {
      try (Statement statement = open.createStatement()) {
        statement.execute("discard plans");
      }
      planned = System.nanoTime();
      plansLast = Math.min(LONGEST, plansLast * 2);
    }
    return open;
  }

  /** Forgets a connection that may not work any more. */
  public synchronized void drop() {
    Connection open = connection;
    connection = null;
    prepared.clear();
    if (open != null) {
      try {
        open.close();
      } catch (SQLException alreadyGone) {
        // That is what we want.
      }
    }
  }

  /** For good: whoever still uses it learns that it is over, and opens nothing that would stay. */
  @Override
  public synchronized void close() {
    closed = true;
    drop();
  }
}
