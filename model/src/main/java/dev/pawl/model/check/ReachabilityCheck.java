package dev.pawl.model.check;

import static dev.pawl.model.finding.Finding.Code.NO_WAY_TO_END;
import static dev.pawl.model.finding.Finding.Code.UNREACHABLE;

import dev.pawl.model.finding.Findings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Checks that every state can be reached, and that every reachable state can reach an end. */
final class ReachabilityCheck {

  private final Findings findings;

  ReachabilityCheck(Findings findings) {
    this.findings = findings;
  }

  void check(MachineOutline machine) {
    machine.states().forEach(stop -> stop.machines().forEach(this::check));
    if (machine.startAt().flatMap(machine::state).isEmpty()) {
      return;
    }
    Map<String, List<String>> forward = Reachability.forward(machine);
    Set<String> reached = Reachability.from(machine.startAt().stream().toList(), forward);
    for (StateOutline stop : machine.states()) {
      if (!reached.contains(stop.name())) {
        findings.add(
            UNREACHABLE,
            stop.pointer(),
            "no way leads to the state '" + stop.name() + "'",
            "Let some state go there, or take it out.");
      }
    }
    checkEnds(machine, reached, forward);
  }

  private void checkEnds(
      MachineOutline machine, Set<String> reached, Map<String, List<String>> forward) {
    List<String> ends =
        machine.states().stream()
            .filter(stop -> mayEnd(machine, stop))
            .map(StateOutline::name)
            .toList();
    Set<String> finishing = Reachability.from(ends, Reachability.reversed(forward));
    List<String> lost = new ArrayList<>(reached);
    lost.removeIf(name -> machine.state(name).isEmpty() || finishing.contains(name));
    if (!lost.isEmpty()) {
      findings.add(
          NO_WAY_TO_END,
          machine.state(lost.getFirst()).map(StateOutline::pointer).orElse(machine.pointer()),
          "no way leads to an end from " + listed(lost),
          "Let some state have \"End\": true, or go to a Succeed or Fail state.");
    }
  }

  /**
   * Returns true if the state ends the machine or has an unknown target. An unknown target is
   * reported elsewhere and may have been meant as a transition to an end.
   */
  private static boolean mayEnd(MachineOutline machine, StateOutline stop) {
    return stop.isEnd()
        || stop.exits().stream().anyMatch(exit -> machine.state(exit.target()).isEmpty());
  }

  private static String listed(List<String> names) {
    String some = String.join("', '", names.subList(0, Math.min(5, names.size())));
    return "'" + some + "'" + (names.size() > 5 ? " and " + (names.size() - 5) + " more" : "");
  }
}
