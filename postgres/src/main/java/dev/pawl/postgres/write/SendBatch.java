package dev.pawl.postgres.write;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.ExpelledException;
import dev.pawl.postgres.connection.DedicatedConnection;
import dev.pawl.postgres.connection.HotTableVacuum;
import dev.pawl.postgres.connection.SqlFault;
import dev.pawl.postgres.membership.ReconnectBackoff;
import dev.pawl.postgres.membership.WriterContext;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Sends numbered batches in sequence. The fence row stores the last number, so that a batch whose
 * answer was lost can be looked up, and a batch that is sent twice is written once.
 */
final class SendBatch {

  private static final Logger LOG = System.getLogger(SendBatch.class.getName());

  private final DedicatedConnection connection;
  private final WriterContext context;
  private final HotTableVacuum vacuum;
  private final int writer;
  private final BatchStatement batch;
  private final Settlement settlement;
  private long last;
  private boolean inDoubt;

  SendBatch(
      DedicatedConnection connection, WriterContext context, HotTableVacuum vacuum, int writer) {
    this.connection = connection;
    this.context = context;
    this.vacuum = vacuum;
    this.writer = writer;
    this.batch = new BatchStatement(context.queues(), context.held());
    this.settlement = new Settlement(connection, context.node(), writer);
  }

  /** Returns true if the fence of this writer exists, so that the node may still write. */
  boolean mayWrite() throws SQLException {
    return settlement.mayWrite();
  }

  /**
   * Writes all commits, or returns the error if the database refuses one of them. Blocks while the
   * database is unreachable.
   *
   * @param stops the number of the last change of emergency stops that the commits respect
   * @throws ExpelledException if this node may not write any more
   */
  @Nullable SQLException send(List<Commit> commits, long stops, BatchAnswers answers)
      throws InterruptedException {
    context.lease().check();
    catchUp();
    try {
      batch.fill(commits, InBatchMessages.of(commits), context.lease().now());
    } catch (ArithmeticException outOfRange) {
      return new SQLException(outOfRange.getMessage(), SqlFault.OUT_OF_RANGE, outOfRange);
    }
    long lastClaim = context.claims().get();
    ReconnectBackoff backoff = new ReconnectBackoff(context.lease());
    while (true) {
      try {
        if (attempt(commits, stops, answers) || settle(commits, answers, lastClaim)) {
          return null;
        }
      } catch (SQLException failed) {
        SqlFault fault = SqlFault.of(failed);
        inDoubt = fault == SqlFault.UNKNOWN;
        switch (fault) {
          case DATA -> {
            return failed;
          }
          case UNKNOWN -> {
            warn("The connection broke during a batch; its result is looked up", failed);
            connection.drop();
            if (settleUntilKnown(commits, answers, lastClaim)) {
              return null;
            }
          }
          case TRANSIENT -> {
            warn("A batch failed and is sent again", failed);
            connection.drop();
          }
        }
      }
      backoff.await();
    }
  }

  /** Returns true if the batch was written, and false if the fence prevented it. */
  private boolean attempt(List<Commit> commits, long stops, BatchAnswers answers)
      throws SQLException {
    PreparedStatement statement = connection.statement(batch.text());
    batch.bind(statement, context.node(), writer, last + 1, stops);
    inDoubt = true;
    try (ResultSet rows = statement.executeQuery()) {
      rows.next();
      if (rows.getInt(1) == 0) {
        return false;
      }
      String left = rows.getString(2);
      recordWritten(last + 1);
      answers.recordWritten(
          commits, batch, left == null ? Set.of() : new HashSet<>(Arrays.asList(left.split(","))));
      if (rows.getInt(3) != batch.ending()) {
        LOG.log(Level.ERROR, "A batch ended executions that this node did not own.");
      }
      settlement.clearInbox(commits, Optional.ofNullable(rows.getString(4)));
    }
    return true;
  }

  private void recordWritten(long number) {
    last = number;
    inDoubt = false;
    vacuum.addDeadRows(batch.deadRows());
    context.notifier().announce(batch.offered());
  }

  /** Reads the last number again if a thread was interrupted before the answer arrived. */
  private void catchUp() throws InterruptedException {
    ReconnectBackoff backoff = new ReconnectBackoff(context.lease());
    while (inDoubt) {
      try {
        last = lastWritten();
        inDoubt = false;
      } catch (SQLException failed) {
        connection.drop();
        backoff.await();
      }
    }
  }

  private boolean settleUntilKnown(List<Commit> commits, BatchAnswers answers, long lastClaim)
      throws InterruptedException {
    ReconnectBackoff backoff = new ReconnectBackoff(context.lease());
    while (true) {
      backoff.await();
      try {
        return settle(commits, answers, lastClaim);
      } catch (SQLException failed) {
        connection.drop();
      }
    }
  }

  /** Returns true if the batch turns out to be written. */
  private boolean settle(List<Commit> commits, BatchAnswers answers, long lastClaim)
      throws SQLException {
    long known = lastWritten();
    if (known == last) {
      inDoubt = false;
      return false;
    }
    if (known != last + 1) {
      throw new IllegalStateException(
          "the fence has batch %d, but this writer sent %d last".formatted(known, last + 1));
    }
    Set<String> left = settlement.findDeparted(commits, lastClaim);
    recordWritten(known);
    answers.recordWritten(commits, batch, left);
    settlement.clearInbox(commits);
    return true;
  }

  private long lastWritten() throws SQLException {
    long known = settlement.lastWritten();
    if (known == Settlement.GONE) {
      throw context.lease().markLost("Another node has taken over the executions of this node.");
    }
    return known;
  }

  static void warn(String action, SQLException failed) {
    LOG.log(Level.WARNING, action + ": " + failed.getMessage());
    LOG.log(Level.DEBUG, action, failed);
  }
}
