package dev.pawl.model.check;

import static dev.pawl.model.finding.Finding.Code.NO_WAY_TO_END;
import static dev.pawl.model.finding.Finding.Code.UNREACHABLE;

import dev.pawl.model.finding.Findings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Every state can be reached, and from every state that can be reached an end can be. */
final class WayCheck {

  private final Findings findings;

  WayCheck(Findings findings) {
    this.findings = findings;
  }

  void check(Outline machine) {
    machine.stops().forEach(stop -> stop.machines().forEach(this::check));
    if (machine.startAt().flatMap(machine::stop).isEmpty()) {
      return;
    }
    Map<String, List<String>> forward = Ways.forward(machine);
    Set<String> reached = Ways.from(machine.startAt().stream().toList(), forward);
    for (Stop stop : machine.stops()) {
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

  private void checkEnds(Outline machine, Set<String> reached, Map<String, List<String>> forward) {
    List<String> ends =
        machine.stops().stream().filter(stop -> mayEnd(machine, stop)).map(Stop::name).toList();
    Set<String> finishing = Ways.from(ends, Ways.reversed(forward));
    List<String> lost = new ArrayList<>(reached);
    lost.removeIf(name -> machine.stop(name).isEmpty() || finishing.contains(name));
    if (!lost.isEmpty()) {
      findings.add(
          NO_WAY_TO_END,
          machine.stop(lost.getFirst()).map(Stop::pointer).orElse(machine.pointer()),
          "no way leads to an end from " + listed(lost),
          "Let some state have \"End\": true, or go to a Succeed or Fail state.");
    }
  }

  /** A way to a state that does not exist is reported already, and may have been one to an end. */
  private static boolean mayEnd(Outline machine, Stop stop) {
    return stop.isEnd()
        || stop.exits().stream().anyMatch(exit -> machine.stop(exit.target()).isEmpty());
  }

  private static String listed(List<String> names) {
    String some = String.join("', '", names.subList(0, Math.min(5, names.size())));
    return "'" + some + "'" + (names.size() > 5 ? " and " + (names.size() - 5) + " more" : "");
  }
}
