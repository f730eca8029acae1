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

  private static final class Vertex {
    private final String name;
    private final Set<Vertex> to = new LinkedHashSet<>();
    private final Set<Vertex> from = new LinkedHashSet<>();
    private boolean gone;

    Vertex(String name) {
      this.name = name;
    }
  }

  /**
   * Returns the nodes of each cycle in the order of its edges; ignores edges to names that are not
   * keys of the map.
   */
  static List<List<String>> of(Map<String, ? extends Iterable<String>> edges) {
    Collection<Vertex> knots = connect(edges);
    removeLeaves(knots);
    List<List<String>> found = new ArrayList<>();
    for (Vertex knot : knots) {
      if (!knot.gone) {
        List<Vertex> cycle = walk(knot);
        found.add(cycle.stream().map(member -> member.name).toList());
        remove(cycle);
      }
    }
    return found;
  }

  private static Collection<Vertex> connect(Map<String, ? extends Iterable<String>> edges) {
    Map<String, Vertex> knots = new LinkedHashMap<>();
    edges.keySet().forEach(name -> knots.put(name, new Vertex(name)));
    edges.forEach(
        (name, targets) -> targets.forEach(to -> connect(knots.get(name), knots.get(to))));
    return knots.values();
  }

  private static void connect(@Nullable Vertex knot, @Nullable Vertex other) {
    if (knot != null && other != null) {
      knot.to.add(other);
      other.from.add(knot);
    }
  }

  /**
   * Removes nodes without outgoing edges until none is left; every remaining node leads into a
   * cycle.
   */
  private static void removeLeaves(Collection<Vertex> candidates) {
    Deque<Vertex> dead = new ArrayDeque<>();
    candidates.stream().filter(knot -> !knot.gone && knot.to.isEmpty()).forEach(dead::add);
    while (!dead.isEmpty()) {
      Vertex knot = dead.remove();
      knot.gone = true;
      for (Vertex before : knot.from) {
        if (!before.gone && before.to.remove(knot) && before.to.isEmpty()) {
          dead.add(before);
        }
      }
    }
  }

  private static List<Vertex> walk(Vertex start) {
    Map<Vertex, Integer> visited = new LinkedHashMap<>();
    Vertex knot = start;
    Integer seenAt = visited.putIfAbsent(knot, 0);
    while (seenAt == null) {
      knot = knot.to.iterator().next();
      seenAt = visited.putIfAbsent(knot, visited.size());
    }
    return new ArrayList<>(visited.keySet()).subList(seenAt, visited.size());
  }

  private static void remove(List<Vertex> cycle) {
    cycle.forEach(knot -> knot.gone = true);
    Set<Vertex> touched = new LinkedHashSet<>();
    for (Vertex knot : cycle) {
      for (Vertex before : knot.from) {
        if (!before.gone && before.to.remove(knot)) {
          touched.add(before);
        }
      }
    }
    removeLeaves(touched);
  }
}
