package dev.pawl.model.check;

import static dev.pawl.model.finding.Finding.Code.UNASSIGNED_VARIABLE;
import static dev.pawl.model.finding.Finding.Code.VARIABLE_OF_OUTER_SCOPE;

import dev.pawl.model.finding.Findings;
import dev.pawl.model.finding.Nearest;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Variables are set before they are read, and only in the scope they belong to.
 *
 * <p>A machine is a scope. It sees the variables of the machines around it but cannot set them; a
 * name that is set outside only afterwards is free to be used inside.
 */
final class VariableCheck {

  private final Findings findings;

  VariableCheck(Findings findings) {
    this.findings = findings;
  }

  void check(Outline flow) {
    check(flow, Set.of(), Set.of());
  }

  /**
   * @param visible the names set anywhere around this machine
   * @param taken those of them that are set before this machine runs
   */
  private void check(Outline machine, Set<String> visible, Set<String> taken) {
    Set<String> known = new HashSet<>(visible);
    machine.stops().forEach(stop -> known.addAll(stop.assigned().keySet()));
    Map<String, List<String>> backward = Ways.reversed(Ways.forward(machine));
    for (Stop stop : machine.stops()) {
      checkReads(stop, known);
      checkAssigned(stop, taken);
      if (!stop.machines().isEmpty()) {
        Set<String> before = new HashSet<>(taken);
        before.addAll(assignedBefore(stop, machine, backward));
        Set<String> none = Set.of();
        for (Outline inner : stop.machines()) {
          check(inner, stop.isIsolated() ? none : known, stop.isIsolated() ? none : before);
        }
      }
    }
  }

  private void checkReads(Stop stop, Set<String> known) {
    stop.read()
        .forEach(
            (variable, pointer) -> {
              if (!known.contains(variable)) {
                findings.add(
                    UNASSIGNED_VARIABLE,
                    pointer,
                    "nothing in scope sets the variable '$" + variable + "'",
                    Nearest.advice(variable, known));
              }
            });
  }

  private void checkAssigned(Stop stop, Set<String> taken) {
    stop.assigned()
        .forEach(
            (variable, pointer) -> {
              if (taken.contains(variable)) {
                findings.add(
                    VARIABLE_OF_OUTER_SCOPE,
                    pointer,
                    "the variable '" + variable + "' belongs to the machine around this one",
                    "Use another name, and hand the value out as the result.");
              }
            });
  }

  private static Set<String> assignedBefore(
      Stop stop, Outline machine, Map<String, List<String>> backward) {
    Set<String> names = new HashSet<>();
    for (String before : Ways.from(backward.getOrDefault(stop.name(), List.of()), backward)) {
      machine.stop(before).ifPresent(earlier -> names.addAll(earlier.assigned().keySet()));
    }
    return names;
  }
}
