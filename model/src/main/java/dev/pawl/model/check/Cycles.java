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
import org.jspecify.annotations.Nullable;

/** Finds cycles that share no node, in time linear in the size of the graph. */
final class Cycles {

  private Cycles() {}

  private static final class Knot {
    private final String name;
    private final Set<Knot> to = new LinkedHashSet<>();
    private final Set<Knot> from = new LinkedHashSet<>();
    private boolean gone;

    Knot(String name) {
      this.name = name;
    }
  }

  /**
   * Returns the nodes of each cycle in the order of its edges; ignores edges to names that are not
   * keys of the map.
   */
  static List<List<String>> of(Map<String, ? extends Iterable<String>> edges) {
    Collection<Knot> knots = tie(edges);
    peel(knots);
    List<List<String>> found = new ArrayList<>();
    for (Knot knot : knots) {
      if (!knot.gone) {
        List<Knot> cycle = walk(knot);
        found.add(cycle.stream().map(member -> member.name).toList());
        remove(cycle);
      }
    }
    return found;
  }

  private static Collection<Knot> tie(Map<String, ? extends Iterable<String>> edges) {
    Map<String, Knot> knots = new LinkedHashMap<>();
    edges.keySet().forEach(name -> knots.put(name, new Knot(name)));
    edges.forEach((name, targets) -> targets.forEach(to -> tie(knots.get(name), knots.get(to))));
    return knots.values();
  }

  private static void tie(@Nullable Knot knot, @Nullable Knot other) {
    if (knot != null && other != null) {
      knot.to.add(other);
      other.from.add(knot);
    }
  }

  /**
   * Removes nodes without outgoing edges until none is left; every remaining node leads into a
   * cycle.
   */
  private static void peel(Collection<Knot> candidates) {
    Deque<Knot> dead = new ArrayDeque<>();
    candidates.stream().filter(knot -> !knot.gone && knot.to.isEmpty()).forEach(dead::add);
    while (!dead.isEmpty()) {
      Knot knot = dead.remove();
      knot.gone = true;
      for (Knot before : knot.from) {
        if (!before.gone && before.to.remove(knot) && before.to.isEmpty()) {
          dead.add(before);
        }
      }
    }
  }

  private static List<Knot> walk(Knot start) {
    Map<Knot, Integer> visited = new LinkedHashMap<>();
    Knot knot = start;
    Integer seenAt = visited.putIfAbsent(knot, 0);
    while (seenAt == null) {
      knot = knot.to.iterator().next();
      seenAt = visited.putIfAbsent(knot, visited.size());
    }
    return new ArrayList<>(visited.keySet()).subList(seenAt, visited.size());
  }

  private static void remove(List<Knot> cycle) {
    cycle.forEach(knot -> knot.gone = true);
    Set<Knot> touched = new LinkedHashSet<>();
    for (Knot knot : cycle) {
      for (Knot before : knot.from) {
        if (!before.gone && before.to.remove(knot)) {
          touched.add(before);
        }
      }
    }
    peel(touched);
  }
}
