package dev.pawl.postgres.write;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.node.Ids;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Fate;
import dev.pawl.engine.store.Written;
import dev.pawl.postgres.connection.Connections;
import dev.pawl.postgres.connection.Fault;
import dev.pawl.postgres.connection.Line;
import dev.pawl.postgres.connection.Sweep;
import dev.pawl.postgres.desk.Desk;
import dev.pawl.postgres.desk.Patience;
import dev.pawl.postgres.permit.ReservePermits;
import dev.pawl.postgres.schema.Partitions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Writes commits, those that the database will not take left out. */
public final class Writer implements AutoCloseable {

  private static final long HEAVY = 64L << 20;

  private final Connections connections;
  private final Desk desk;
  private final Line line;
  private final SendBatch sendBatch;
  private final Isolation isolation;

  public Writer(Connections connections, Desk desk, Sweep sweep, int number) {
    this.connections = connections;
    this.desk = desk;
    this.line = new Line(connections);
    this.sendBatch = new SendBatch(line, desk, sweep, number);
    this.isolation = new Isolation(line);
  }

  public List<Written> write(List<Commit> commits) throws InterruptedException {
    Answers answers = new Answers(desk);
    List<Card> mayBeRejected =
        commits.stream()
            .filter(commit -> commit.birth() && !(commit.fate() instanceof Fate.Ended))
            .map(Commit::card)
            .filter(desk.lanes()::mayReject)
            .toList();
    if (mayBeRejected.isEmpty()) {
      writeParts(commits, answers);
    } else {
      writeReserved(commits, mayBeRejected, answers);
    }
    return answers.of(commits);
  }

  private void writeParts(List<Commit> commits, Answers answers) throws InterruptedException {
    for (List<Commit> part : Meetings.separate(commits)) {
      write(part, answers);
    }
  }

  /** Leaves out starts that a limit rejects; those that it admits have their permits before. */
  private void writeReserved(List<Commit> commits, List<Card> mayBeRejected, Answers answers)
      throws InterruptedException {
    ReservePermits.Outcome permits = patiently(() -> ReservePermits.reserve(line, mayBeRejected));
    permits.rejected().forEach(answers::put);
    desk.held().reserved().addAll(permits.reserved());
    try {
      writeParts(
          commits.stream().filter(commit -> !permits.rejected().containsKey(commit.key())).toList(),
          answers);
    } finally {
      desk.held().reserved().removeAll(permits.reserved());
    }
    Set<ExecutionKey> unused = new HashSet<>(permits.reserved());
    unused.removeIf(answers::isDurable);
    if (!unused.isEmpty()) {
      patiently(
          () -> {
            ReservePermits.release(line, unused);
            return true;
          });
    }
  }

  private void write(List<Commit> commits, Answers answers) throws InterruptedException {
    if (commits.isEmpty()) {
      return;
    }
    if (commits.size() > 1 && isTooHeavy(commits)) {
      halve(commits, answers);
      return;
    }
    SQLException refused = sendBatch.send(commits, answers);
    if (refused != null && Fault.isMissingPartition(refused)) {
      makeRoom(commits);
      refused = sendBatch.send(commits, answers);
    }
    if (refused != null) {
      isolate(commits, refused, answers);
    }
  }

  /** Looks for the ones that are wrong, and writes the others. */
  private void isolate(List<Commit> commits, SQLException refused, Answers answers)
      throws InterruptedException {
    Map<ExecutionKey, Written> found = duplicates(commits, refused);
    if (!found.isEmpty()) {
      found.forEach(answers::put);
      write(commits.stream().filter(one -> !found.containsKey(one.key())).toList(), answers);
    } else if (commits.size() == 1) {
      answers.put(commits.getFirst().key(), new Written.Refused(Isolation.why(refused)));
    } else {
      halve(commits, answers);
    }
  }

  private void halve(List<Commit> commits, Answers answers) throws InterruptedException {
    int half = commits.size() / 2;
    write(commits.subList(0, half), answers);
    write(commits.subList(half, commits.size()), answers);
  }

  private static boolean isTooHeavy(List<Commit> commits) {
    long bytes = 0;
    for (Commit commit : commits) {
      bytes += commit.weight();
    }
    return bytes > HEAVY;
  }

  private Map<ExecutionKey, Written> duplicates(List<Commit> commits, SQLException refused)
      throws InterruptedException {
    return patiently(() -> isolation.duplicates(refused, commits));
  }

  private interface Attempt<T> {
    T make() throws SQLException;
  }

  /** Tries what does no harm when it is done twice until the database answers. */
  private <T> T patiently(Attempt<T> attempt) throws InterruptedException {
    Patience patience = new Patience(desk.lease());
    while (true) {
      try {
        return attempt.make();
      } catch (SQLException failed) {
        line.drop();
        patience.await();
      }
    }
  }

  private void makeRoom(List<Commit> commits) throws InterruptedException {
    Set<ExecutionId> ids = new HashSet<>();
    for (Commit commit : commits) {
      ids.add(commit.card().id());
      commit.outgoing().children().forEach(child -> ids.add(child.card().id()));
    }
    Patience patience = new Patience(desk.lease());
    while (true) {
      try (Connection connection = connections.borrow()) {
        for (ExecutionId id : ids) {
          Partitions.ensure(connection, Ids.timeOf(id));
        }
        return;
      } catch (SQLException failed) {
        SendBatch.warn("Could not make room for new executions", failed);
        patience.await();
      }
    }
  }

  @Override
  public void close() {
    line.close();
  }
}
