package dev.pawl.postgres.write;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.node.time.ExecutionIds;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.CommitResult;
import dev.pawl.engine.store.Disposition;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.postgres.connection.Connections;
import dev.pawl.postgres.connection.DedicatedConnection;
import dev.pawl.postgres.connection.HotTableVacuum;
import dev.pawl.postgres.connection.SqlFault;
import dev.pawl.postgres.membership.ReconnectBackoff;
import dev.pawl.postgres.membership.StoppedTenants;
import dev.pawl.postgres.membership.WriterContext;
import dev.pawl.postgres.permit.ReservePermits;
import dev.pawl.postgres.schema.Partitions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Writes the commits of one node; commits that the database refuses do not affect the others. */
public final class Writer implements AutoCloseable {

  private static final long MAX_BATCH_BYTES = 64L << 20;

  private final Connections connections;
  private final WriterContext context;
  private final DedicatedConnection dedicated;
  private final SendBatch sendBatch;
  private final RefusedCommits refusedCommits;

  public Writer(Connections connections, WriterContext context, HotTableVacuum vacuum, int number) {
    this.connections = connections;
    this.context = context;
    this.dedicated = new DedicatedConnection(connections);
    this.sendBatch = new SendBatch(dedicated, context, vacuum, number);
    this.refusedCommits = new RefusedCommits(dedicated);
  }

  /** Writes the commits and returns their results in the same order. */
  public List<CommitResult> write(List<Commit> commits) throws InterruptedException {
    BatchAnswers answers = new BatchAnswers(context);
    List<Commit> remaining = withoutRepeatedStarts(commits, answers);
    List<ExecutionMetadata> mayBeRejected =
        remaining.stream()
            .filter(commit -> commit.isNew() && !(commit.disposition() instanceof Disposition.End))
            .map(Commit::info)
            .filter(context.queues()::mayReject)
            .toList();
    if (mayBeRejected.isEmpty()) {
      writeParts(remaining, answers);
    } else {
      writeReserved(remaining, mayBeRejected, answers);
    }
    return answers.of(commits);
  }

  /** Leaves out starts whose idempotency key was used before, which would abort the batch. */
  private List<Commit> withoutRepeatedStarts(List<Commit> commits, BatchAnswers answers)
      throws InterruptedException {
    List<Commit> keyed = commits.stream().filter(InsertIdempotencyKeys::isKeyed).toList();
    if (keyed.isEmpty()) {
      return commits;
    }
    Map<ExecutionKey, CommitResult> repeated = duplicates(keyed);
    if (repeated.isEmpty() || !retryUntilAnswered(sendBatch::mayWrite)) {
      // A node that has lost its lease answers nothing: its batch finds the fence gone.
      return commits;
    }
    repeated.forEach(answers::put);
    return without(commits, repeated);
  }

  private static List<Commit> without(
      List<Commit> commits, Map<ExecutionKey, CommitResult> answered) {
    return answered.isEmpty()
        ? commits
        : commits.stream().filter(commit -> !answered.containsKey(commit.key())).toList();
  }

  private void writeParts(List<Commit> commits, BatchAnswers answers) throws InterruptedException {
    for (List<Commit> part : InBatchMessages.splitByRelease(commits)) {
      write(part, answers);
    }
  }

  /** Reserves permits first, and leaves out starts that a limit rejects. */
  private void writeReserved(
      List<Commit> commits, List<ExecutionMetadata> mayBeRejected, BatchAnswers answers)
      throws InterruptedException {
    ReservePermits.Outcome permits =
        retryUntilAnswered(() -> ReservePermits.reserve(dedicated, mayBeRejected));
    permits.rejected().forEach(answers::put);
    context.held().reserved().addAll(permits.reserved());
    try {
      writeParts(without(commits, permits.rejected()), answers);
    } finally {
      context.held().reserved().removeAll(permits.reserved());
    }
    Set<ExecutionKey> unused = new HashSet<>(permits.reserved());
    unused.removeIf(answers::isDurable);
    if (!unused.isEmpty()) {
      retryUntilAnswered(
          () -> {
            ReservePermits.release(dedicated, unused);
            return true;
          });
    }
  }

  private void write(List<Commit> commits, BatchAnswers answers) throws InterruptedException {
    if (commits.isEmpty()) {
      return;
    }
    if (commits.size() > 1 && isTooLarge(commits)) {
      writeHalves(commits, answers);
      return;
    }
    StoppedTenants.Known stops = currentStops(commits);
    if (commits.stream().anyMatch(stops::forbids)) {
      commits.stream()
          .filter(stops::forbids)
          .forEach(commit -> answers.put(commit.key(), CommitResult.Stopped.STOPPED));
      write(commits.stream().filter(commit -> !stops.forbids(commit)).toList(), answers);
      return;
    }
    SQLException refused = sendBatch.send(commits, stops.number(), answers);
    if (refused != null && SqlFault.isMissingPartition(refused)) {
      createPartitions(commits);
      refused = sendBatch.send(commits, stops.number(), answers);
    }
    if (refused != null) {
      isolate(commits, refused, answers);
    }
  }

  /** Returns the known stops; reads them again before one of them refuses a start. */
  private StoppedTenants.Known currentStops(List<Commit> commits) throws InterruptedException {
    if (commits.stream().anyMatch(context.stops().known()::forbids)) {
      readStops();
    }
    return context.stops().known();
  }

  private void readStops() throws InterruptedException {
    retryUntilAnswered(
        () -> {
          context.stops().read(dedicated, context.node());
          return true;
        });
  }

  /** Finds the commits that cause the refusal, and writes the others. */
  private void isolate(List<Commit> commits, SQLException refused, BatchAnswers answers)
      throws InterruptedException {
    boolean isStale = SqlFault.isStaleStart(refused);
    Map<ExecutionKey, CommitResult> found = Map.of();
    if (isStale) {
      found = stale(commits);
    } else if (SqlFault.isViolationOf(refused, InsertIdempotencyKeys.CONSTRAINT)) {
      found = duplicates(commits.stream().filter(InsertIdempotencyKeys::isKeyed).toList());
    }
    if (isStale || !found.isEmpty()) {
      found.forEach(answers::put);
      write(without(commits, found), answers);
    } else if (commits.size() == 1) {
      answers.put(
          commits.getFirst().key(), new CommitResult.Refused(RefusedCommits.reason(refused)));
    } else {
      writeHalves(commits, answers);
    }
  }

  private void writeHalves(List<Commit> commits, BatchAnswers answers) throws InterruptedException {
    int half = commits.size() / 2;
    write(commits.subList(0, half), answers);
    write(commits.subList(half, commits.size()), answers);
  }

  private static boolean isTooLarge(List<Commit> commits) {
    long bytes = 0;
    for (Commit commit : commits) {
      bytes += commit.weight();
    }
    return bytes > MAX_BATCH_BYTES;
  }

  private Map<ExecutionKey, CommitResult> duplicates(List<Commit> keyed)
      throws InterruptedException {
    return retryUntilAnswered(() -> refusedCommits.duplicates(keyed));
  }

  /** Reads the configuration that a batch missed, and finds the starts that it forbids. */
  private Map<ExecutionKey, CommitResult> stale(List<Commit> commits) throws InterruptedException {
    readStops();
    return retryUntilAnswered(() -> refusedCommits.stale(commits));
  }

  private interface Attempt<T> {
    T run() throws SQLException;
  }

  /** Repeats an idempotent operation until the database answers. */
  private <T> T retryUntilAnswered(Attempt<T> attempt) throws InterruptedException {
    ReconnectBackoff backoff = new ReconnectBackoff(context.lease());
    while (true) {
      try {
        return attempt.run();
      } catch (SQLException failed) {
        dedicated.drop();
        backoff.await();
      }
    }
  }

  private void createPartitions(List<Commit> commits) throws InterruptedException {
    Set<ExecutionId> ids = new HashSet<>();
    for (Commit commit : commits) {
      ids.add(commit.info().id());
      commit.outgoing().children().forEach(child -> ids.add(child.info().id()));
    }
    ReconnectBackoff backoff = new ReconnectBackoff(context.lease());
    while (true) {
      try (Connection connection = connections.borrow()) {
        for (ExecutionId id : ids) {
          Partitions.ensure(connection, ExecutionIds.timeOf(id));
        }
        return;
      } catch (SQLException failed) {
        SendBatch.warn("Could not create partitions for new executions", failed);
        backoff.await();
      }
    }
  }

  @Override
  public void close() {
    dedicated.close();
  }
}
