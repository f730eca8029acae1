package dev.pawl.postgres.write;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.CommitResult;
import dev.pawl.engine.store.CommitResult.Committed;
import dev.pawl.engine.store.CommitResult.MessagesPending;
import dev.pawl.engine.store.Disposition;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.postgres.membership.WriterContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Collects the results of commits. */
final class BatchAnswers {

  private final WriterContext context;
  private final Map<ExecutionKey, CommitResult> otherResults = new HashMap<>();

  BatchAnswers(WriterContext context) {
    this.context = context;
  }

  void put(ExecutionKey key, CommitResult written) {
    otherResults.put(key, written);
  }

  boolean isDurable(ExecutionKey key) {
    return otherResults.getOrDefault(key, Committed.COMMITTED).isDurable();
  }

  /** Returns the results in the order of the commits; committed unless another result was put. */
  List<CommitResult> of(List<Commit> commits) {
    List<CommitResult> inOrder = new ArrayList<>(commits.size());
    for (Commit commit : commits) {
      inOrder.add(otherResults.getOrDefault(commit.key(), Committed.COMMITTED));
    }
    return inOrder;
  }

  /**
   * Records that a batch was written.
   *
   * @param departed the names of the executions that have left their node
   */
  void recordWritten(List<Commit> commits, BatchStatement batch, Set<String> departed) {
    for (Commit commit : commits) {
      if (batch.isQueued(commit)) {
        put(commit.key(), CommitResult.Queued.QUEUED);
        continue;
      }
      switch (commit.disposition()) {
        case Disposition.Continue continues -> {}
        case Disposition.End ended -> context.held().remove(commit.key());
        case Disposition.Park parks -> recordDeparture(commit, batch, departed);
        case Disposition.Release releases -> recordDeparture(commit, batch, departed);
      }
    }
    if (batch.mayCreateWork()) {
      context.wakeUp().signal();
    }
  }

  private void recordDeparture(Commit commit, BatchStatement batch, Set<String> departed) {
    boolean isStillOwned =
        commit.isNew()
            ? batch.isInsertedAwake(commit)
            : !departed.contains(Settlement.name(commit.key()));
    if (isStillOwned) {
      put(commit.key(), MessagesPending.MESSAGES_PENDING);
      return;
    }
    context.held().remove(commit.key());
    if (commit.disposition() instanceof Disposition.Park parks) {
      parks.wakeAt().ifPresent(at -> context.wakeUp().expect(at, context.lease().now()));
    }
  }
}
