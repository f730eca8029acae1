package dev.pawl.chaos.client;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

/** How servers answered, by status. */
public final class StatusTally {

  private static final int UNAVAILABLE = 503;

  private final Map<Integer, Integer> counts = new ConcurrentHashMap<>();
  private final Queue<String> faults = new ConcurrentLinkedQueue<>();

  void add(int status, String body) {
    counts.merge(status, 1, Integer::sum);
    if (status >= 500 && status != UNAVAILABLE) {
      faults.add(status + " " + body);
    }
  }

  /** How often each status was answered. */
  public Map<Integer, Integer> counts() {
    return new TreeMap<>(counts);
  }

  /** How often a server said that it cannot do anything now. */
  public int unavailable() {
    return counts.getOrDefault(UNAVAILABLE, 0);
  }

  /** Answers that admit to a fault of the server itself; there must be none, whatever dies. */
  public List<String> faults() {
    return new ArrayList<>(faults);
  }
}
