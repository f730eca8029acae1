package dev.pawl.model.check;

import static dev.pawl.model.finding.Finding.Code.BAD_TARGET;

import dev.pawl.model.finding.Findings;
import dev.pawl.model.finding.Nearest;
import dev.pawl.model.json.Pointer;
import java.util.HashSet;
import java.util.Set;

/** Whatever is gone to exists in the same machine. */
final class TargetCheck {

  private final Findings findings;
  private final Set<String> everywhere = new HashSet<>();

  TargetCheck(Findings findings) {
    this.findings = findings;
  }

  void check(Outline flow) {
    collect(flow);
    checkMachine(flow);
  }

  private void collect(Outline machine) {
    for (Stop stop : machine.stops()) {
      everywhere.add(stop.name());
      stop.machines().forEach(this::collect);
    }
  }

  private void checkMachine(Outline machine) {
    machine.startAt().ifPresent(name -> check(machine, name, startAt(machine)));
    for (Stop stop : machine.stops()) {
      stop.exits().forEach(exit -> check(machine, exit.target(), exit.pointer()));
      stop.machines().forEach(this::checkMachine);
    }
  }

  private static String startAt(Outline machine) {
    return Pointer.member(machine.pointer(), "StartAt");
  }

  private void check(Outline machine, String target, String pointer) {
    if (machine.stop(target).isEmpty() && !findings.isFull()) {
      findings.add(
          BAD_TARGET, pointer, "there is no state '" + target + "' here", advice(machine, target));
    }
  }

  private String advice(Outline machine, String target) {
    return everywhere.contains(target)
        ? "A state can only go to states of its own machine, not into or out of a nested one."
        : Nearest.advice(target, machine.names());
  }
}
