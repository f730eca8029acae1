package dev.pawl.postgres.write;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Fate;
import dev.pawl.postgres.connection.Line;
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

/** Finds out what became of a batch whose answer was lost. */
public final class Settlement {

  public static final long GONE = -1;

  private static final Logger LOG = System.getLogger(Settlement.class.getName());

  // Waits for a statement that the server still carries out.
  private static final String LAST =
      "select batch from pawl.fence where node = ? and writer = ? for update";

  private static final String ALLOWED = "select from pawl.fence where node = ? and writer = ?";

  private static final String STAYED =
      """
      select e.tenant || ' ' || e.id from pawl.execution e
       where e.tenant = any(?) and e.id = any(?) and e.owner = ? and coalesce(e.claim, 0) <= ?
      """;

  private static final String CLEAR =
      "delete from pawl.inbox i where i.tenant = any(?) and i.execution = any(?)";

  private final Line line;
  private final int node;
  private final int writer;

  public Settlement(Line line, int node, int writer) {
    this.line = line;
    this.node = node;
    this.writer = writer;
  }

  /** How an execution is named in answers. */
  static String name(ExecutionKey key) {
    return key.tenant() + " " + key.id();
  }

  /** The number of the last batch that was written, {@link #GONE} if none can be any more. */
  public long lastWritten() throws SQLException {
    PreparedStatement statement = line.statement(LAST);
    statement.setInt(1, node);
    statement.setInt(2, writer);
    try (ResultSet rows = statement.executeQuery()) {
      return rows.next() ? rows.getLong(1) : GONE;
    }
  }

  /** Whether this node may write as far as anybody knows. */
  public boolean isAllowed() throws SQLException {
    PreparedStatement statement = line.statement(ALLOWED);
    statement.setInt(1, node);
    statement.setInt(2, writer);
    try (ResultSet rows = statement.executeQuery()) {
      return rows.next();
    }
  }

  /**
   * Which of those that should have left are not here any more. One that left and was claimed again
   * since has left.
   *
   * @param claimed the last claim of this node that was answered when the batch was sent
   */
  Set<String> left(List<Commit> commits, long claimed) throws SQLException {
    KeyColumns keys = new KeyColumns();
    Set<String> left = new HashSet<>();
    for (Commit commit : commits) {
      if (commit.fate() instanceof Fate.Parks || commit.fate() instanceof Fate.HandedBack) {
        keys.add(commit.key());
        left.add(name(commit.key()));
      }
    }
    if (keys.isEmpty()) {
      return left;
    }
    PreparedStatement statement = line.statement(STAYED);
    keys.tenants.bind(statement, 1);
    keys.ids.bind(statement, 2);
    statement.setInt(3, node);
    statement.setLong(4, claimed);
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        left.remove(rows.getString(1));
      }
    }
    return left;
  }

  /**
   * Removes letters that executions have not read before they ended.
   *
   * @param messages how many letters each of those that ended ever got, if any got one
   */
  void clearInbox(List<Commit> commits, Optional<String> messages) {
    if (messages.isEmpty()) {
      return;
    }
    Map<String, Integer> got = new HashMap<>();
    for (String one : messages.get().split(",")) {
      int blank = one.lastIndexOf(' ');
      got.put(one.substring(0, blank), Integer.valueOf(one.substring(blank + 1)));
    }
    KeyColumns keys = new KeyColumns();
    for (Commit commit : commits) {
      if (got.getOrDefault(name(commit.key()), 0) > commit.read()) {
        keys.add(commit.key());
      }
    }
    clear(keys);
  }

  /** The same where it is not known which had letters. */
  void clearInbox(List<Commit> commits) {
    KeyColumns keys = new KeyColumns();
    for (Commit commit : commits) {
      if (commit.fate() instanceof Fate.Ended) {
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
      PreparedStatement statement = line.statement(CLEAR);
      keys.tenants.bind(statement, 1);
      keys.ids.bind(statement, 2);
      statement.executeUpdate();
    } catch (SQLException failed) {
      // Letters to nobody do no harm: the store's upkeep finds them too.
      LOG.log(Level.DEBUG, "Could not remove letters to executions that have ended", failed);
      line.drop();
    }
  }
}
