package dev.pawl.testkit.store;

import dev.pawl.engine.store.ExpelledException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The leases of the nodes; a node may write only while its lease is valid. */
final class NodeLeases {

  private final Map<Integer, Instant> leaseUntil = new HashMap<>();
  private int last;

  int join(Instant until) {
    leaseUntil.put(++last, until);
    return last;
  }

  void check(int node) {
    if (!leaseUntil.containsKey(node)) {
      throw new ExpelledException("node " + node + " has lost its right to write");
    }
  }

  void renew(int node, Instant now, Instant until) {
    check(node);
    if (dead(now).contains(node)) {
      throw new ExpelledException("the lease of node " + node + " is over");
    }
    leaseUntil.put(node, until);
  }

  void expire(int node, Instant now) {
    leaseUntil.computeIfPresent(node, (number, until) -> now);
  }

  int count() {
    return leaseUntil.size();
  }

  List<Integer> dead(Instant now) {
    return leaseUntil.entrySet().stream()
        .filter(lease -> !lease.getValue().isAfter(now))
        .map(Map.Entry::getKey)
        .toList();
  }

  void leave(int node) {
    leaseUntil.remove(node);
  }
}
