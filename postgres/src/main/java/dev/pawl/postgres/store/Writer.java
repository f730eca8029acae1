package dev.pawl.postgres.store;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Fate;
import dev.pawl.engine.store.Written;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Writes batches, one after the other, each with the number after the last one's. The fence row
 * remembers the number, so that a batch whose answer was lost is found to be written or not, and a
 * batch that arrives twice is written once.
 */
final class Writer implements AutoCloseable {

  private static final Logger LOG = System.getLogger(Writer.class.getName());

  private final Connections connections;
  private final Line line;
  private final Batch batch;
  private final Settlement settlement;
  private final Isolation isolation;
  private final Desk desk;
  private final Sweep sweep;
  private final int number;
  private long last;

  /**
   * What the writers of a node share.
   *
   * @param claims the last claim whose executions were handed over
   */
  record Desk(int node, Lease lease, Lanes lanes, Held held, News news, AtomicLong claims) {}

  Writer(Connections connections, Desk desk, Sweep sweep, int number) {
    this.connections = connections;
    this.desk = desk;
    this.sweep = sweep;
    this.number = number;
    this.line = new Line(connections);
    this.batch = new Batch(desk.lanes(), desk.held());
    this.settlement = new Settlement(line, desk.node(), number);
    this.isolation = new Isolation(line);
  }

  List<Written> write(List<Commit> commits) throws InterruptedException {
    Map<ExecutionKey, Written> answers = HashMap.newHashMap(commits.size());
    for (List<Commit> part : Meetings.separate(commits)) {
      writeOrSplit(part, answers);
    }
    List<Written> inOrder = new ArrayList<>(commits.size());
    for (Commit commit : commits) {
      inOrder.add(answers.getOrDefault(commit.key(), Written.Done.DONE));
    }
    return inOrder;
  }

  /** Writes them; those that cannot be written are found and left out. */
  private void writeOrSplit(List<Commit> commits, Map<ExecutionKey, Written> answers)
      throws InterruptedException {
    if (commits.isEmpty()) {
      return;
    }
    SQLException refused = attempt(commits, answers);
    if (refused == null) {
      return;
    }
    Map<ExecutionKey, Written> found = new HashMap<>();
    Patience patience = new Patience(desk.lease());
    while (true) {
      try {
        found.putAll(isolation.duplicates(refused, commits));
        break;
      } catch (SQLException lost) {
        line.drop();
        patience.await();
      }
    }
    if (!found.isEmpty()) {
      answers.putAll(found);
      writeOrSplit(
          commits.stream().filter(commit -> !found.containsKey(commit.key())).toList(), answers);
    } else if (commits.size() == 1) {
      answers.put(commits.getFirst().key(), new Written.Refused(Isolation.why(refused)));
    } else {
      int half = commits.size() / 2;
      writeOrSplit(commits.subList(0, half), answers);
      writeOrSplit(commits.subList(half, commits.size()), answers);
    }
  }

  /** Writes them all, or says what is wrong with one of them. */
  private @Nullable SQLException attempt(List<Commit> commits, Map<ExecutionKey, Written> answers)
      throws InterruptedException {
    desk.lease().check();
    try {
      batch.fill(commits, Meetings.of(commits), desk.lease().now());
    } catch (ArithmeticException outOfRange) {
      return new SQLException(outOfRange.getMessage(), "22003", outOfRange);
    }
    long claimed = desk.claims().get();
    Patience patience = new Patience(desk.lease());
    boolean made = false;
    while (true) {
      try {
        if (send(commits, answers) || settle(commits, answers, claimed)) {
          return null;
        }
      } catch (SQLException failed) {
        switch (Fault.of(failed)) {
          case DATA -> {
            if (made || !Fault.isMissingPartition(failed)) {
              return failed;
            }
            made = true;
            makeRoom(commits);
            continue;
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
  private boolean send(List<Commit> commits, Map<ExecutionKey, Written> answers)
      throws SQLException {
    PreparedStatement statement = line.statement(batch.text());
    batch.bind(statement, desk.node(), number, last + 1);
    try (ResultSet rows = statement.executeQuery()) {
      rows.next();
      if (rows.getInt(1) == 0) {
        return false;
      }
      last++;
      if (rows.getInt(3) != batch.ending()) {
        LOG.log(
            Level.ERROR,
            "{0} executions ended, but only {1} of them were alive and this node''s",
            batch.ending(),
            rows.getInt(3));
      }
      String parked = rows.getString(2);
      answer(
          commits,
          parked == null ? Set.of() : new HashSet<>(Arrays.asList(parked.split(","))),
          answers);
      settlement.clearInbox(commits, Optional.ofNullable(rows.getString(4)));
      sweep.died(batch.dying());
    }
    return true;
  }

  private void answer(
      List<Commit> commits, Set<String> parked, Map<ExecutionKey, Written> answers) {
    for (Commit commit : commits) {
      switch (commit.fate()) {
        case Fate.GoesOn goesOn -> {
          if (batch.isQueued(commit)) {
            answers.put(commit.key(), Written.Queued.QUEUED);
          }
        }
        case Fate.Ended ended -> desk.held().forget(commit.key());
        case Fate.Parks parks -> left(commit, parked, answers);
        case Fate.HandedBack handedBack -> left(commit, parked, answers);
      }
    }
    if (batch.isNews()) {
      desk.news().tell();
    }
  }

  private void left(Commit commit, Set<String> parked, Map<ExecutionKey, Written> answers) {
    boolean stayed =
        commit.birth()
            ? batch.isBornAwake(commit)
            : !parked.contains(Settlement.name(commit.key()));
    if (stayed) {
      answers.put(commit.key(), Written.NotParked.NOT_PARKED);
    } else {
      desk.held().forget(commit.key());
      if (commit.fate() instanceof Fate.Parks parks) {
        parks.wakeAt().ifPresent(at -> desk.news().expect(at, desk.lease().now()));
      }
    }
  }

  private boolean settleUntilKnown(
      List<Commit> commits, Map<ExecutionKey, Written> answers, long claimed)
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

  /**
   * Finds out whether the batch was written.
   *
   * @throws dev.pawl.engine.store.ExpelledException if this node may not write any more
   */
  private boolean settle(List<Commit> commits, Map<ExecutionKey, Written> answers, long claimed)
      throws SQLException {
    long written = settlement.lastWritten();
    if (written == Settlement.GONE) {
      throw desk.lease().lose("Another node has taken over what this one had.");
    }
    if (written == last) {
      return false;
    }
    if (written != last + 1) {
      throw new IllegalStateException(
          "batch %d was written by nobody knows whom".formatted(written));
    }
    Set<String> stayed = settlement.stayed(commits, claimed);
    Set<String> parked = new HashSet<>();
    for (Commit commit : commits) {
      String name = Settlement.name(commit.key());
      if (!stayed.contains(name)) {
        parked.add(name);
      }
    }
    last = written;
    answer(commits, parked, answers);
    settlement.clearInbox(commits);
    return true;
  }

  private void makeRoom(List<Commit> commits) throws InterruptedException {
    Set<UUID> ids = new HashSet<>();
    for (Commit commit : commits) {
      ids.add(commit.card().id().value());
      commit.outgoing().children().forEach(child -> ids.add(child.card().id().value()));
    }
    Patience patience = new Patience(desk.lease());
    while (true) {
      try (var connection = connections.borrow()) {
        for (UUID id : ids) {
          Partitions.ensure(connection, Partitions.time(id));
        }
        return;
      } catch (SQLException failed) {
        warn("Could not make room for new executions", failed);
        patience.await();
      }
    }
  }

  private static void warn(String what, SQLException failed) {
    LOG.log(Level.WARNING, what + ": " + failed.getMessage());
    LOG.log(Level.DEBUG, what, failed);
  }

  @Override
  public void close() {
    line.close();
  }
}
