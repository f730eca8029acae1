package dev.pawl.model.check;

import static dev.pawl.model.finding.Finding.Code.BAD_TARGET;

import dev.pawl.model.finding.Finding;
import dev.pawl.model.finding.Findings;
import dev.pawl.model.finding.Nearest;
import dev.pawl.model.json.Pointer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Checks that every transition leads to a state of its own machine. */
final class TargetCheck {

  private static final int MAX_LISTED_STATES = 5;

  private final Findings findings;
  private final Set<String> everywhere = new HashSet<>();

  TargetCheck(Findings findings) {
    this.findings = findings;
  }

  void check(MachineOutline flow) {
    collect(flow);
    checkMachine(flow);
  }

  private void collect(MachineOutline machine) {
    for (StateOutline stop : machine.states()) {
      everywhere.add(stop.name());
      stop.machines().forEach(this::collect);
    }
  }

  private void checkMachine(MachineOutline machine) {
    machine.startAt().ifPresent(name -> check(machine, name, startAt(machine)));
    for (StateOutline stop : machine.states()) {
      stop.exits().forEach(exit -> check(machine, exit.target(), exit.pointer()));
      stop.machines().forEach(this::checkMachine);
    }
  }

  private static String startAt(MachineOutline machine) {
    return Pointer.member(machine.pointer(), "StartAt");
  }

  private void check(MachineOutline machine, String target, String pointer) {
    if (machine.state(target).isEmpty() && !findings.isFull(Finding.Severity.ERROR)) {
      findings.add(
          BAD_TARGET, pointer, "there is no state '" + target + "' here", advice(machine, target));
    }
  }

  private String advice(MachineOutline machine, String target) {
    return everywhere.contains(target)
        ? "The target must be a state of the same machine, not of an enclosing or nested one."
        : Nearest.of(target, machine.names())
            .map(name -> "Did you mean '" + name + "'?")
            .orElseGet(() -> listed(machine));
  }

  private static String listed(MachineOutline machine) {
    // Findings repeat these names; longer names are reported elsewhere anyway.
    List<String> some =
        machine.names().stream()
            .filter(name -> name.length() <= NameCheck.MAX_LENGTH)
            .limit(MAX_LISTED_STATES)
            .toList();
    String end = machine.names().size() > some.size() ? ", ..." : ".";
    return some.isEmpty() ? "" : "The states here are '" + String.join("', '", some) + "'" + end;
  }
}
