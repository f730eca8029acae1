package dev.pawl.model.check;

import java.util.List;

/** Formats a cycle as text: a -> b -> a. */
final class CycleText {

  private static final int MAX_STATES_SHOWN = 10;

  private CycleText() {}

  static String of(List<String> cycle) {
    String way = String.join(" -> ", cycle.subList(0, Math.min(MAX_STATES_SHOWN, cycle.size())));
    return way + (cycle.size() > MAX_STATES_SHOWN ? " -> ..." : "") + " -> " + cycle.getFirst();
  }
}
