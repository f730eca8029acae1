package dev.pawl.model.check;

import static dev.pawl.model.finding.Finding.Code.BAD_NAME;
import static dev.pawl.model.finding.Finding.Code.DUPLICATE_NAME;

import dev.pawl.model.NameLimit;
import dev.pawl.model.finding.Findings;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Names of states and nodes can be told apart and shown. */
final class NameCheck {

  static final int MAX_LENGTH = NameLimit.STATE.most();

  /** What stands between the names on the way to a step: the numbers of visits and of children. */
  private static final int BETWEEN = 24;

  private final Findings findings;
  private final Map<String, String> seen = new HashMap<>();
  private final Set<String> places = new HashSet<>();

  NameCheck(Findings findings) {
    this.findings = findings;
  }

  void check(Outline machine) {
    check(machine, 0);
  }

  /**
   * @param path how many bytes the names around the machine have
   */
  private void check(Outline machine, int path) {
    for (Stop stop : machine.stops()) {
      check(stop.name(), stop.pointer());
      stop.nodes().values().forEach(node -> check(node.name(), node.pointer()));
      if (stop.machines().isEmpty()) {
        continue;
      }
      int node = stop.nodes().keySet().stream().mapToInt(NameCheck::bytes).max().orElse(0);
      int inside = path + bytes(stop.name()) + node + BETWEEN;
      if (inside > NameLimit.MAX_PATH && path <= NameLimit.MAX_PATH) {
        findings.add(
            BAD_NAME,
            stop.pointer(),
            "the names of the states around its inner states have %d bytes together, more than %d"
                .formatted(inside, NameLimit.MAX_PATH),
            "Shorten them, nest less, or move a part into a flow of its own.");
      }
      stop.machines().forEach(inner -> check(inner, inside));
    }
  }

  /** As a part of the name of a step, in which / and % take three. */
  private static int bytes(String name) {
    int marks = (int) name.chars().filter(c -> c == '/' || c == '%').count();
    return name.getBytes(StandardCharsets.UTF_8).length + 2 * marks;
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
