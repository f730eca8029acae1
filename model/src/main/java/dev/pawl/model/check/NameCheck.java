package dev.pawl.model.check;

import static dev.pawl.model.finding.Finding.Code.BAD_NAME;
import static dev.pawl.model.finding.Finding.Code.DUPLICATE_NAME;

import dev.pawl.model.finding.Findings;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Names of states and nodes can be told apart and shown. */
final class NameCheck {

  static final int MAX_LENGTH = 80;

  private final Findings findings;
  private final Map<String, String> seen = new HashMap<>();
  private final Set<String> places = new HashSet<>();

  NameCheck(Findings findings) {
    this.findings = findings;
  }

  void check(Outline machine) {
    for (Stop stop : machine.stops()) {
      check(stop.name(), stop.pointer());
      stop.nodes().values().forEach(node -> check(node.name(), node.pointer()));
      stop.machines().forEach(this::check);
    }
  }

  private void check(String name, String pointer) {
    // A single-state node and its state are the same place.
    if (!places.add(pointer)) {
      return;
    }
    if (name.isBlank()) {
      findings.add(BAD_NAME, pointer, "a state has no name", "Give it a name.");
    } else if (name.codePointCount(0, name.length()) > MAX_LENGTH) {
      findings.add(
          BAD_NAME,
          pointer,
          "the name of a state is longer than " + MAX_LENGTH + " characters",
          "Shorten it and put the rest into Comment.");
    } else if (name.codePoints().anyMatch(NameCheck::unprintable)) {
      findings.add(
          BAD_NAME, pointer, "the name of a state has control characters", "Take them out.");
    }
    String other = seen.putIfAbsent(name, pointer);
    if (other != null) {
      findings.add(
          DUPLICATE_NAME,
          pointer,
          "the name '" + name + "' is already used at " + other,
          "Names must be unique in the whole definition, nested machines and nodes included.");
    }
  }

  private static boolean unprintable(int c) {
    return Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE;
  }
}
