package dev.pawl.model.check;

import static dev.pawl.model.finding.Finding.Code.BUSY_LOOP;

import dev.pawl.model.finding.Findings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Checks that every loop contains a state that works or waits. */
final class LoopCheck {

  private final Findings findings;

  LoopCheck(Findings findings) {
    this.findings = findings;
  }

  void check(MachineOutline machine) {
    machine.states().forEach(stop -> stop.machines().forEach(this::check));
    Map<String, List<String>> quick = new LinkedHashMap<>();
    for (StateOutline stop : machine.states()) {
      if (!stop.isPausing()) {
        quick.put(stop.name(), stop.exits().stream().map(StateOutline.Exit::target).toList());
      }
    }
    for (List<String> cycle : Cycles.of(quick)) {
      machine.state(cycle.getFirst()).ifPresent(stop -> report(stop, cycle));
    }
  }

  private void report(StateOutline stop, List<String> cycle) {
    findings.add(
        BUSY_LOOP,
        stop.pointer(),
        "the loop " + CycleText.of(cycle) + " never works or waits",
        "Make sure that it ends, or put a Wait, Task or Human state into it.");
  }
}
