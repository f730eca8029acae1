package dev.pawl.postgres.write;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Disposition;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.postgres.connection.DedicatedConnection;
import dev.pawl.postgres.row.KeyColumns;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Determines whether a batch was written when its answer was lost. */
public final class Settlement {

  /** The result of {@link #lastWritten} if the fence of this writer no longer exists. */
  public static final long GONE = -1;

  private static final Logger LOG = System.getLogger(Settlement.class.getName());

  // The lock makes it wait for a statement that the server is still executing.
  private static final String LAST =
      "select batch from pawl.fence where node = ? and writer = ? for update";

  private static final String FENCE_EXISTS = "select from pawl.fence where node = ? and writer = ?";

  private static final String STILL_OWNED =
      """
      select e.tenant || ' ' || e.id from pawl.execution e
       where e.tenant = any(?) and e.id = any(?) and e.owner = ? and coalesce(e.claim, 0) <= ?
      """;

  private static final String CLEAR =
      "delete from pawl.inbox i where i.tenant = any(?) and i.execution = any(?)";

  private final DedicatedConnection connection;
  private final int node;
  private final int writer;

  public Settlement(DedicatedConnection connection, int node, int writer) {
    this.connection = connection;
    this.node = node;
    this.writer = writer;
  }

  /** Returns the name by which statements report an execution. */
  static String name(ExecutionKey key) {
    return key.tenant() + " " + key.id();
  }

  /**
   * Returns the number of the last batch that was written, or {@link #GONE} if this writer may not
   * write any more.
   */
  public long lastWritten() throws SQLException {
    PreparedStatement statement = connection.statement(LAST);
    statement.setInt(1, node);
    statement.setInt(2, writer);
    try (ResultSet rows = statement.executeQuery()) {
      return rows.next() ? rows.getLong(1) : GONE;
    }
  }

  /** Returns true if the fence of this writer exists, so that the node may still write. */
  public boolean mayWrite() throws SQLException {
    PreparedStatement statement = connection.statement(FENCE_EXISTS);
    statement.setInt(1, node);
    statement.setInt(2, writer);
    try (ResultSet rows = statement.executeQuery()) {
      return rows.next();
    }
  }

  /**
   * Returns the names of parked and released executions that have left this node. An execution that
   * left and was claimed again since is included.
   *
   * @param lastClaim the last claim of this node that was answered when the batch was sent
   */
  Set<String> findDeparted(List<Commit> commits, long lastClaim) throws SQLException {
    KeyColumns keys = new KeyColumns();
    Set<String> departed = new HashSet<>();
    for (Commit commit : commits) {
      if (commit.disposition() instanceof Disposition.Park
          || commit.disposition() instanceof Disposition.Release) {
        keys.add(commit.key());
        departed.add(name(commit.key()));
      }
    }
    if (keys.isEmpty()) {
      return departed;
    }
    PreparedStatement statement = connection.statement(STILL_OWNED);
    keys.tenants.bind(statement, 1);
    keys.ids.bind(statement, 2);
    statement.setInt(3, node);
    statement.setLong(4, lastClaim);
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        departed.remove(rows.getString(1));
      }
    }
    return departed;
  }

  /**
   * Deletes messages that executions had not read when they ended.
   *
   * @param messages the number of messages each ended execution ever received, if any received one
   */
  void clearInbox(List<Commit> commits, Optional<String> messages) {
    if (messages.isEmpty()) {
      return;
    }
    Map<String, Integer> received = new HashMap<>();
    for (String one : messages.get().split(",")) {
      int blank = one.lastIndexOf(' ');
      received.put(one.substring(0, blank), Integer.valueOf(one.substring(blank + 1)));
    }
    KeyColumns keys = new KeyColumns();
    for (Commit commit : commits) {
      if (received.getOrDefault(name(commit.key()), 0) > commit.read()) {
        keys.add(commit.key());
      }
    }
    clear(keys);
  }

  /** Deletes all messages to executions that ended, where their message counts are unknown. */
  void clearInbox(List<Commit> commits) {
    KeyColumns keys = new KeyColumns();
    for (Commit commit : commits) {
      if (commit.disposition() instanceof Disposition.End) {
        keys.add(commit.key());
      }
    }
    clear(keys);
  }

  private void clear(KeyColumns keys) {
    if (keys.isEmpty()) {
      return;
    }
    try {
      PreparedStatement statement = connection.statement(CLEAR);
      keys.tenants.bind(statement, 1);
      keys.ids.bind(statement, 2);
      statement.executeUpdate();
    } catch (SQLException failed) {
      // Messages without a receiver do no harm, and the maintenance deletes them too.
      LOG.log(Level.DEBUG, "Could not remove messages to executions that have ended", failed);
      connection.drop();
    }
  }
}
