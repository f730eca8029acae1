package dev.pawl.cli.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What is given under each name, one after the other; the last one is given again and again. Many
 * threads may ask.
 */
public final class Script<T> {

  private final Map<String, List<T>> lines = new LinkedHashMap<>();
  private final Map<String, Integer> given = new HashMap<>();

  public void add(String name, T line) {
    lines.computeIfAbsent(name, key -> new ArrayList<>()).add(line);
  }

  public boolean has(String name) {
    return lines.containsKey(name);
  }

  public Set<String> names() {
    return Set.copyOf(lines.keySet());
  }

  /** All that will be given under that name. */
  public List<T> all(String name) {
    return List.copyOf(lines.getOrDefault(name, List.of()));
  }

  /** What is given in that turn, the first being 0. */
  public Optional<T> turn(String name, int turn) {
    List<T> known = lines.getOrDefault(name, List.of());
    return known.isEmpty()
        ? Optional.empty()
        : Optional.of(known.get(Math.min(turn, known.size() - 1)));
  }

  /** One turn has been taken already, in an earlier life of the program. */
  public synchronized void skip(String name) {
    given.merge(name, 1, Integer::sum);
  }

  public synchronized Optional<T> next(String name) {
    return turn(name, given.merge(name, 1, Integer::sum) - 1);
  }
}
