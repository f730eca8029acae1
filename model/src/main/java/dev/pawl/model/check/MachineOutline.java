package dev.pawl.model.check;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The outline of a machine that the checks use; it is collected even if the definition has errors.
 */
public final class MachineOutline {

  private final String pointer;
  private final Optional<String> startAt;
  private final Map<String, StateOutline> states = new LinkedHashMap<>();

  public MachineOutline(String pointer, Optional<String> startAt) {
    this.pointer = pointer;
    this.startAt = startAt;
  }

  public StateOutline add(String name, String at) {
    StateOutline stop = new StateOutline(name, at);
    states.put(name, stop);
    return stop;
  }

  String pointer() {
    return pointer;
  }

  Optional<String> startAt() {
    return startAt;
  }

  Optional<StateOutline> state(String name) {
    return Optional.ofNullable(states.get(name));
  }

  Collection<String> names() {
    return states.keySet();
  }

  Collection<StateOutline> states() {
    return states.values();
  }
}
