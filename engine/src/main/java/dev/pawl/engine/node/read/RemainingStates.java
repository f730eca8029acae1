package dev.pawl.engine.node.read;

import dev.pawl.model.Machine;
import dev.pawl.model.State;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Counts the states that a machine may still visit: those of the longest way to an end, without
 * repetitions and without error handling.
 */
final class RemainingStates {

  private final Machine machine;
  private final Map<String, Integer> counts = new HashMap<>();
  private final Set<String> onPath = new HashSet<>();

  RemainingStates(Machine machine) {
    this.machine = machine;
  }

  /** Returns the number of states from the given one to the end, itself included. */
  int from(String name) {
    Integer known = counts.get(name);
    if (known != null) {
      return known;
    }
    if (!machine.states().containsKey(name) || !onPath.add(name)) {
      return 0;
    }
    int longest = 0;
    for (String next : targets(machine.state(name))) {
      longest = Math.max(longest, from(next));
    }
    onPath.remove(name);
    counts.put(name, longest + 1);
    return longest + 1;
  }

  private static List<String> targets(State state) {
    List<String> targets = new ArrayList<>();
    state.header().next().ifPresent(targets::add);
    switch (state) {
      case State.Choice choice -> {
        choice.rules().forEach(rule -> targets.add(rule.next()));
        choice.otherwise().ifPresent(targets::add);
      }
      case State.Human human ->
          human.outcomes().values().stream().flatMap(Optional::stream).forEach(targets::add);
      case State.Task task -> {}
      case State.Parallel parallel -> {}
      case State.MapEach map -> {}
      case State.Wait wait -> {}
      case State.Pass pass -> {}
      case State.Succeed succeed -> {}
      case State.Fail fail -> {}
      case State.Graph graph -> {}
    }
    return targets;
  }
}
