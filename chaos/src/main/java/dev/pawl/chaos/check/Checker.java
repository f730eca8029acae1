package dev.pawl.chaos.check;

import java.util.ArrayList;
import java.util.List;

/** All checks, one after the other. */
public final class Checker {

  private static final List<Check> CHECKS =
      List.of(
          new AcceptanceCheck(),
          new EndingCheck(),
          new OutcomeCheck(),
          new EffectCheck(),
          new HistoryCheck(),
          new StartCheck(),
          new OrderCheck(),
          new FamilyCheck(),
          new TakeoverCheck());

  private Checker() {}

  /** Every promise that was broken, as far as the evidence shows. */
  public static List<Violation> check(Evidence evidence) {
    List<Violation> found = new ArrayList<>();
    CHECKS.forEach(check -> check.look(evidence, found::add));
    return found;
  }
}
