package dev.pawl.testkit.simulation.cluster;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Fate;
import dev.pawl.engine.store.Written;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** How often each thing happened. */
public final class Tally {

  private final Map<Seen, Integer> counts = new EnumMap<>(Seen.class);

  public synchronized void count(Seen what) {
    counts.merge(what, 1, Integer::sum);
  }

  void count(Commit commit, Written result) {
    if (commit.fate() instanceof Fate.Parks) {
      count(result == Written.Done.DONE ? Seen.PARKED : Seen.NOT_PARKED);
    }
    if (commit.fate() == Fate.HandedBack.HANDED_BACK) {
      count(Seen.HANDED_BACK);
    }
  }

  public synchronized Set<Seen> never() {
    Set<Seen> never = EnumSet.allOf(Seen.class);
    never.removeAll(counts.keySet());
    return never;
  }

  @Override
  public synchronized String toString() {
    return counts.toString();
  }
}
