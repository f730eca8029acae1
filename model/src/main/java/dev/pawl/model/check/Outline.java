package dev.pawl.model.check;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The bones of a machine: what the checks need, gathered even where the definition is faulty. */
public final class Outline {

  private final String pointer;
  private final Optional<String> startAt;
  private final Map<String, Stop> stops = new LinkedHashMap<>();

  public Outline(String pointer, Optional<String> startAt) {
    this.pointer = pointer;
    this.startAt = startAt;
  }

  public Stop add(String name, String at) {
    Stop stop = new Stop(name, at);
    stops.put(name, stop);
    return stop;
  }

  String pointer() {
    return pointer;
  }

  Optional<String> startAt() {
    return startAt;
  }

  Optional<Stop> stop(String name) {
    return Optional.ofNullable(stops.get(name));
  }

  Collection<String> names() {
    return stops.keySet();
  }

  Collection<Stop> stops() {
    return stops.values();
  }
}
