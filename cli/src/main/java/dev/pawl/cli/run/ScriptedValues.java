package dev.pawl.cli.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A sequence of values for each name; the last value is repeated. Positions are thread-safe. */
public final class ScriptedValues<T> {

  private final Map<String, List<T>> values = new LinkedHashMap<>();
  private final Map<Position, Integer> consumed = new HashMap<>();

  public void add(String name, T value) {
    values.computeIfAbsent(name, key -> new ArrayList<>()).add(value);
  }

  public boolean has(String name) {
    return values.containsKey(name);
  }

  public Set<String> names() {
    return Set.copyOf(values.keySet());
  }

  /** Returns all values of a name. */
  public List<T> all(String name) {
    return List.copyOf(values.getOrDefault(name, List.of()));
  }

  /** Returns the value of a turn, counted from 0; empty if the name has no values. */
  public Optional<T> turn(String name, int turn) {
    List<T> known = values.getOrDefault(name, List.of());
    return known.isEmpty()
        ? Optional.empty()
        : Optional.of(known.get(Math.min(turn, known.size() - 1)));
  }

  /** Consumes and returns the next value of a name; empty if the name has no values. */
  public Optional<T> next(String name) {
    return next(name, "");
  }

  /**
   * Consumes and returns the next value of a name in a scope, each of which begins with the first
   * value; empty if the name has no values.
   */
  public synchronized Optional<T> next(String name, String scope) {
    return turn(name, consumed.merge(new Position(name, scope), 1, Integer::sum) - 1);
  }

  private record Position(String name, String scope) {}
}
