package dev.pawl.postgres.write;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Fate;
import dev.pawl.engine.store.Written;
import dev.pawl.postgres.desk.Desk;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What came of commits. */
final class Answers {

  private final Desk desk;
  private final Map<ExecutionKey, Written> special = new HashMap<>();

  Answers(Desk desk) {
    this.desk = desk;
  }

  void put(ExecutionKey key, Written written) {
    special.put(key, written);
  }

  boolean isDurable(ExecutionKey key) {
    return special.getOrDefault(key, Written.Done.DONE).isDurable();
  }

  /** Most are simply done. */
  List<Written> of(List<Commit> commits) {
    List<Written> inOrder = new ArrayList<>(commits.size());
    for (Commit commit : commits) {
      inOrder.add(special.getOrDefault(commit.key(), Written.Done.DONE));
    }
    return inOrder;
  }

  /**
   * Notes that a batch was written.
   *
   * @param left the names of those that have left their node
   */
  void written(List<Commit> commits, Batch batch, Set<String> left) {
    for (Commit commit : commits) {
      if (batch.isQueued(commit)) {
        put(commit.key(), Written.Queued.QUEUED);
        continue;
      }
      switch (commit.fate()) {
        case Fate.GoesOn goesOn -> {}
        case Fate.Ended ended -> desk.held().forget(commit.key());
        case Fate.Parks parks -> leaving(commit, batch, left);
        case Fate.HandedBack handedBack -> leaving(commit, batch, left);
      }
    }
    if (batch.isNews()) {
      desk.news().tell();
    }
  }

  private void leaving(Commit commit, Batch batch, Set<String> left) {
    boolean stayed =
        commit.birth() ? batch.isBornAwake(commit) : !left.contains(Settlement.name(commit.key()));
    if (stayed) {
      put(commit.key(), Written.NotParked.NOT_PARKED);
      return;
    }
    desk.held().forget(commit.key());
    if (commit.fate() instanceof Fate.Parks parks) {
      parks.wakeAt().ifPresent(at -> desk.news().expect(at, desk.lease().now()));
    }
  }
}
