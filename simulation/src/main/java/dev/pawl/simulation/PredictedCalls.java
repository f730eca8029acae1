package dev.pawl.simulation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The handler calls and events of a run, as the oracle meets them. */
final class PredictedCalls {

  /** The number of attempts of each step. */
  final Map<String, Integer> attempts = new LinkedHashMap<>();

  /** The steps with attempts that time out. */
  final Set<String> timedOut = new LinkedHashSet<>();

  final List<String> events = new ArrayList<>();

  void attempt(String step, int attempt, boolean timesOut) {
    attempts.put(step, attempt);
    if (timesOut) {
      timedOut.add(step);
    }
  }

  /** Adds an event that the root execution waits for; undecided if it waits twice for one name. */
  void event(String name) {
    if (events.contains(name)) {
      throw new Oracle.Undecided();
    }
    events.add(name);
  }
}
