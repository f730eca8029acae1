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
  private final Map<String, StateOutline> stops = new LinkedHashMap<>();

  public MachineOutline(String pointer, Optional<String> startAt) {
    this.pointer = pointer;
    this.startAt = startAt;
  }

  public StateOutline add(String name, String at) {
    StateOutline stop = new StateOutline(name, at);
    stops.put(name, stop);
    return stop;
  }

  String pointer() {
    return pointer;
  }

  Optional<String> startAt() {
    return startAt;
  }

  Optional<StateOutline> stop(String name) {
    return Optional.ofNullable(stops.get(name));
  }

  Collection<String> names() {
    return stops.keySet();
  }

  Collection<StateOutline> stops() {
    return stops.values();
  }
}
