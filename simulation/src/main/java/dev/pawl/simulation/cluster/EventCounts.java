package dev.pawl.simulation.cluster;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.CommitResult;
import dev.pawl.engine.store.CommitResult.Committed;
import dev.pawl.engine.store.Disposition;
import dev.pawl.engine.store.Disposition.Release;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** Counts events. */
public final class EventCounts {

  private final Map<ObservedEvent, Integer> counts = new EnumMap<>(ObservedEvent.class);

  public synchronized void count(ObservedEvent what) {
    counts.merge(what, 1, Integer::sum);
  }

  void count(Commit commit, CommitResult result) {
    if (commit.disposition() instanceof Disposition.Park) {
      count(result == Committed.COMMITTED ? ObservedEvent.PARKED : ObservedEvent.MESSAGES_PENDING);
    }
    if (commit.disposition() == Release.RELEASE) {
      count(ObservedEvent.RELEASE);
    }
  }

  public synchronized Set<ObservedEvent> never() {
    Set<ObservedEvent> never = EnumSet.allOf(ObservedEvent.class);
    never.removeAll(counts.keySet());
    return never;
  }

  @Override
  public synchronized String toString() {
    return counts.toString();
  }
}
