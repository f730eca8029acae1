package dev.pawl.model.check;

import java.util.List;

/** Formats a cycle as text: a -> b -> a. */
final class CycleText {

  private static final int MOST = 10;

  private CycleText() {}

  static String of(List<String> cycle) {
    String way = String.join(" -> ", cycle.subList(0, Math.min(MOST, cycle.size())));
    return way + (cycle.size() > MOST ? " -> ..." : "") + " -> " + cycle.getFirst();
  }
}
