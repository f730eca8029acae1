package dev.pawl.engine.node;

import dev.pawl.engine.Execution;
import dev.pawl.engine.Interpreter;
import dev.pawl.engine.Recorded;
import dev.pawl.engine.journal.FactBytes;
import dev.pawl.engine.snapshot.Snapshots;
import dev.pawl.engine.snapshot.UnreadableSnapshotException;
import dev.pawl.engine.store.Claimed;
import dev.pawl.engine.store.Entry;
import dev.pawl.engine.store.Executions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * An execution folded from what a store has of it: the snapshot, if it can be read, and the rest.
 */
record Loading(Execution execution, Instant lastAt, long snapshotSeq) {

  static Loading of(Claimed claimed, Interpreter interpreter, Executions executions) {
    Optional<Execution> snapshot = claimed.snapshot().flatMap(one -> read(one, interpreter));
    if (claimed.snapshot().isPresent() && snapshot.isEmpty()) {
      List<Entry> all = executions.facts(claimed.card().key());
      return fold(Execution.unborn(claimed.card().id()), Instant.EPOCH, all, interpreter);
    }
    return fold(
        snapshot.orElseGet(() -> Execution.unborn(claimed.card().id())),
        claimed.snapshot().map(Claimed.Snapshot::at).orElse(Instant.EPOCH),
        claimed.facts(),
        interpreter);
  }

  private static Optional<Execution> read(Claimed.Snapshot snapshot, Interpreter interpreter) {
    if (snapshot.format() != Snapshots.format()) {
      return Optional.empty();
    }
    try {
      return Optional.of(Snapshots.read(snapshot.bytes(), interpreter.flow()));
    } catch (UnreadableSnapshotException e) {
      return Optional.empty();
    }
  }

  static Loading fold(Execution from, Instant at, List<Entry> entries, Interpreter interpreter) {
    Execution execution = interpreter.fold(from, entries.stream().map(Loading::recorded).toList());
    Instant lastAt = entries.isEmpty() ? at : entries.getLast().at();
    return new Loading(execution, lastAt, from.seq());
  }

  static Recorded recorded(Entry entry) {
    return new Recorded(entry.seq(), entry.at(), FactBytes.read(entry.fact()));
  }
}
