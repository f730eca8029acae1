package dev.pawl.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A state machine: the whole flow, a branch of a Parallel, the item processor of a Map, or a node
 * of a Graph.
 */
public record Machine(String startAt, Map<String, State> states) {

  public Machine {
    states = Collections.unmodifiableMap(new LinkedHashMap<>(states));
    if (!states.containsKey(startAt)) {
      throw new IllegalArgumentException("there is no state '" + startAt + "' to start at");
    }
  }

  /**
   * Returns the state with that name.
   *
   * @throws IllegalArgumentException if there is none; the checker excludes that
   */
  public State state(String name) {
    State state = states.get(name);
    if (state == null) {
      throw new IllegalArgumentException("there is no state '" + name + "'");
    }
    return state;
  }
}
