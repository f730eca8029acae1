package dev.pawl.postgres.write;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.ExpelledException;
import dev.pawl.postgres.connection.Fault;
import dev.pawl.postgres.connection.Line;
import dev.pawl.postgres.connection.Sweep;
import dev.pawl.postgres.desk.Desk;
import dev.pawl.postgres.desk.Patience;
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
 * Writes batches, one after the other, each with the number after the last one's. The fence row
 * remembers the number, so that a batch whose answer was lost is found to be written or not, and a
 * batch that arrives twice is written once.
 */
final class SendBatch {

  private static final Logger LOG = System.getLogger(SendBatch.class.getName());

  private final Line line;
  private final Desk desk;
  private final Sweep sweep;
  private final int writer;
  private final Batch batch;
  private final Settlement settlement;
  private long last;
  private boolean inDoubt;

  SendBatch(Line line, Desk desk, Sweep sweep, int writer) {
    this.line = line;
    this.desk = desk;
    this.sweep = sweep;
    this.writer = writer;
    this.batch = new Batch(desk.lanes(), desk.held());
    this.settlement = new Settlement(line, desk.node(), writer);
  }

  /**
   * Writes them all, or says what is wrong with one of them. Waits for a database that has gone
   * away.
   *
   * @throws ExpelledException if this node may not write any more
   */
  @Nullable SQLException send(List<Commit> commits, Answers answers) throws InterruptedException {
    desk.lease().check();
    catchUp();
    try {
      batch.fill(commits, Meetings.of(commits), desk.lease().now());
    } catch (ArithmeticException outOfRange) {
      return new SQLException(outOfRange.getMessage(), Fault.OUT_OF_RANGE, outOfRange);
    }
    long claimed = desk.claims().get();
    Patience patience = new Patience(desk.lease());
    while (true) {
      try {
        if (attempt(commits, answers) || settle(commits, answers, claimed)) {
          return null;
        }
      } catch (SQLException failed) {
        Fault fault = Fault.of(failed);
        inDoubt = fault == Fault.UNKNOWN;
        switch (fault) {
          case DATA -> {
            return failed;
          }
          case UNKNOWN -> {
            warn("A connection broke while writing, to be settled", failed);
            line.drop();
            if (settleUntilKnown(commits, answers, claimed)) {
              return null;
            }
          }
          case TRANSIENT -> {
            warn("Writing again", failed);
            line.drop();
          }
        }
      }
      patience.await();
    }
  }

  /** Whether it was written; if not, the fence did not let it. */
  private boolean attempt(List<Commit> commits, Answers answers) throws SQLException {
    PreparedStatement statement = line.statement(batch.text());
    batch.bind(statement, desk.node(), writer, last + 1);
    inDoubt = true;
    try (ResultSet rows = statement.executeQuery()) {
      rows.next();
      if (rows.getInt(1) == 0) {
        return false;
      }
      String left = rows.getString(2);
      written(last + 1);
      answers.written(
          commits, batch, left == null ? Set.of() : new HashSet<>(Arrays.asList(left.split(","))));
      if (rows.getInt(3) != batch.ending()) {
        LOG.log(Level.ERROR, "Some executions ended that were not this node's.");
      }
      settlement.clearInbox(commits, Optional.ofNullable(rows.getString(4)));
    }
    return true;
  }

  private void written(long number) {
    last = number;
    inDoubt = false;
    sweep.died(batch.dying());
    desk.herald().tell(batch.offered());
  }

  /** Finds the last number again if a thread was interrupted before it knew. */
  private void catchUp() throws InterruptedException {
    Patience patience = new Patience(desk.lease());
    while (inDoubt) {
      try {
        last = lastWritten();
        inDoubt = false;
      } catch (SQLException failed) {
        line.drop();
        patience.await();
      }
    }
  }

  private boolean settleUntilKnown(List<Commit> commits, Answers answers, long claimed)
      throws InterruptedException {
    Patience patience = new Patience(desk.lease());
    while (true) {
      patience.await();
      try {
        return settle(commits, answers, claimed);
      } catch (SQLException failed) {
        line.drop();
      }
    }
  }

  /** Finds out whether the batch was written. */
  private boolean settle(List<Commit> commits, Answers answers, long claimed) throws SQLException {
    long known = lastWritten();
    if (known == last) {
      inDoubt = false;
      return false;
    }
    if (known != last + 1) {
      throw new IllegalStateException("nobody knows who wrote batch " + known);
    }
    Set<String> left = settlement.left(commits, claimed);
    written(known);
    answers.written(commits, batch, left);
    settlement.clearInbox(commits);
    return true;
  }

  private long lastWritten() throws SQLException {
    long known = settlement.lastWritten();
    if (known == Settlement.GONE) {
      throw desk.lease().lose("Another node has taken over what this one had.");
    }
    return known;
  }

  static void warn(String what, SQLException failed) {
    LOG.log(Level.WARNING, what + ": " + failed.getMessage());
    LOG.log(Level.DEBUG, what, failed);
  }
}
