package dev.pawl.model.check;

import dev.pawl.model.finding.Findings;

/** Runs all checks that need the whole definition. */
public final class Checks {

  private Checks() {}

  public static void run(MachineOutline flow, Findings findings) {
    new NameCheck(findings).check(flow);
    new TargetCheck(findings).check(flow);
    new ReachabilityCheck(findings).check(flow);
    new LoopCheck(findings).check(flow);
    new GraphCheck(findings).check(flow);
    new VariableCheck(findings).check(flow);
  }
}
