package dev.pawl.model.check;

import dev.pawl.model.finding.Findings;

/** All checks of a whole definition. */
public final class Checks {

  private Checks() {}

  public static void run(Outline flow, Findings findings) {
    new NameCheck(findings).check(flow);
    new TargetCheck(findings).check(flow);
    new WayCheck(findings).check(flow);
    new LoopCheck(findings).check(flow);
    new GraphCheck(findings).check(flow);
    new VariableCheck(findings).check(flow);
  }
}
