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

/** Checks that the names of states and nodes are unique, printable and short enough. */
final class NameCheck {

  static final int MAX_LENGTH = NameLimit.STATE.most();

  /**
   * The bytes between two state names in the name of a step: the numbers of visits and children.
   */
  private static final int SEPARATOR_BYTES = 24;

  private final Findings findings;
  private final Map<String, String> seen = new HashMap<>();
  private final Set<String> places = new HashSet<>();

  NameCheck(Findings findings) {
    this.findings = findings;
  }

  void check(MachineOutline machine) {
    check(machine, 0);
  }

  /**
   * Checks the names of one machine and of the machines nested in it.
   *
   * @param path the total length in bytes of the names of the enclosing states
   */
  private void check(MachineOutline machine, int path) {
    for (StateOutline stop : machine.states()) {
      check(stop.name(), stop.pointer());
      stop.nodes().values().forEach(node -> check(node.name(), node.pointer()));
      if (stop.machines().isEmpty()) {
        continue;
      }
      int node = stop.nodes().keySet().stream().mapToInt(NameCheck::bytes).max().orElse(0);
      int inside = path + bytes(stop.name()) + node + SEPARATOR_BYTES;
      if (inside > NameLimit.MAX_PATH && path <= NameLimit.MAX_PATH) {
        findings.add(
            BAD_NAME,
            stop.pointer(),
            "the names of the states around its inner states have %d bytes together, more than %d"
                .formatted(inside, NameLimit.MAX_PATH),
            "Shorten them, nest less, or move a part into a separate flow.");
      }
      stop.machines().forEach(inner -> check(inner, inside));
    }
  }

  /**
   * Returns the length of a name within the name of a step, where / and % take three bytes each.
   */
  private static int bytes(String name) {
    int marks = (int) name.chars().filter(c -> c == '/' || c == '%').count();
    return name.getBytes(StandardCharsets.UTF_8).length + 2 * marks;
  }

  private void check(String name, String pointer) {
    // A node that is a single state has the same pointer as its state.
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
      findings.add(BAD_NAME, pointer, "the name of a state has control characters", "Remove them.");
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
