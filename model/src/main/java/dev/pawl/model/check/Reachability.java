package dev.pawl.model.check;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Computes which states of a machine can be reached. */
final class Reachability {

  private Reachability() {}

  static Map<String, List<String>> forward(MachineOutline machine) {
    Map<String, List<String>> edges = new LinkedHashMap<>();
    for (StateOutline stop : machine.states()) {
      edges.put(stop.name(), stop.exits().stream().map(StateOutline.Exit::target).toList());
    }
    return edges;
  }

  static Map<String, List<String>> reversed(Map<String, List<String>> edges) {
    Map<String, List<String>> reversed = new LinkedHashMap<>();
    edges.forEach(
        (from, targets) ->
            targets.forEach(
                to -> reversed.computeIfAbsent(to, name -> new ArrayList<>()).add(from)));
    return reversed;
  }

  /** Returns all states that can be reached from the starts, including the starts. */
  static Set<String> from(Collection<String> starts, Map<String, List<String>> edges) {
    Set<String> reached = new LinkedHashSet<>(starts);
    Deque<String> open = new ArrayDeque<>(starts);
    while (!open.isEmpty()) {
      for (String next : edges.getOrDefault(open.remove(), List.of())) {
        if (reached.add(next)) {
          open.add(next);
        }
      }
    }
    return reached;
  }
}
