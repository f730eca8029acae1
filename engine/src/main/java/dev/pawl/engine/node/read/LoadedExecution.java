package dev.pawl.engine.node.read;

import dev.pawl.engine.Execution;
import dev.pawl.engine.Interpreter;
import dev.pawl.engine.RecordedFact;
import dev.pawl.engine.journal.FactBytes;
import dev.pawl.engine.snapshot.Snapshots;
import dev.pawl.engine.snapshot.UnreadableSnapshotException;
import dev.pawl.engine.store.ClaimedExecution;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.JournalEntry;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * An execution restored from the store: from its snapshot, if that can be read, and the facts after
 * it.
 *
 * @param lastAt when the last fact was applied
 * @param snapshotSeq the number of the last fact in the snapshot; 0 without one
 */
public record LoadedExecution(Execution execution, Instant lastAt, long snapshotSeq) {

  /** Restores a claimed execution; reads the whole journal if its snapshot is unreadable. */
  public static LoadedExecution of(
      ClaimedExecution claimed, Interpreter interpreter, Executions executions) {
    Optional<Execution> snapshot = claimed.snapshot().flatMap(one -> read(one, interpreter));
    if (claimed.snapshot().isPresent() && snapshot.isEmpty()) {
      List<JournalEntry> all = executions.facts(claimed.info().key());
      return fold(Execution.notStarted(claimed.info().id()), Instant.EPOCH, all, interpreter);
    }
    return fold(
        snapshot.orElseGet(() -> Execution.notStarted(claimed.info().id())),
        claimed.snapshot().map(ClaimedExecution.Snapshot::at).orElse(Instant.EPOCH),
        claimed.facts(),
        interpreter);
  }

  private static Optional<Execution> read(
      ClaimedExecution.Snapshot snapshot, Interpreter interpreter) {
    if (snapshot.format() != Snapshots.format()) {
      return Optional.empty();
    }
    try {
      return Optional.of(Snapshots.read(snapshot.bytes(), interpreter.flow()));
    } catch (UnreadableSnapshotException e) {
      return Optional.empty();
    }
  }

  /** Restores a child execution right after its first commit. */
  public static LoadedExecution of(Commit.ChildStart child, Interpreter interpreter) {
    return fold(
        Execution.notStarted(child.info().id()),
        Instant.EPOCH,
        List.of(child.started()),
        interpreter);
  }

  private static LoadedExecution fold(
      Execution from, Instant at, List<JournalEntry> entries, Interpreter interpreter) {
    Execution execution =
        interpreter.fold(from, entries.stream().map(LoadedExecution::decode).toList());
    Instant lastAt = entries.isEmpty() ? at : entries.getLast().at();
    return new LoadedExecution(execution, lastAt, from.seq());
  }

  static RecordedFact decode(JournalEntry entry) {
    return new RecordedFact(entry.seq(), entry.at(), FactBytes.read(entry.fact()));
  }
}
