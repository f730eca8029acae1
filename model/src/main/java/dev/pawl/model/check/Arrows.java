package dev.pawl.model.check;

import java.util.List;

/** A cycle as text: a -> b -> a. */
final class Arrows {

  private static final int MOST = 10;

  private Arrows() {}

  static String of(List<String> cycle) {
    String way = String.join(" -> ", cycle.subList(0, Math.min(MOST, cycle.size())));
    return way + (cycle.size() > MOST ? " -> ..." : "") + " -> " + cycle.getFirst();
  }
}
