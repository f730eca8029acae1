package dev.pawl.model;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** States and where to begin: a whole flow, a Parallel branch, a Map's item processor, a node. */
public record Machine(String startAt, Map<String, State> states) {

  public Machine {
    states = Collections.unmodifiableMap(new LinkedHashMap<>(states));
    if (!states.containsKey(startAt)) {
      throw new IllegalArgumentException("there is no state '" + startAt + "' to start at");
    }
  }

  /** The state of that name, which the checker has shown to exist. */
  public State state(String name) {
    State state = states.get(name);
    if (state == null) {
      throw new IllegalArgumentException("there is no state '" + name + "'");
    }
    return state;
  }
}
