package dev.pawl.chaos.check;

import java.util.ArrayList;
import java.util.List;

/** Runs all checks. */
public final class EvidenceChecker {

  private static final List<EvidenceCheck> CHECKS =
      List.of(
          new AcceptanceCheck(),
          new EndingCheck(),
          new OutcomeCheck(),
          new EffectCheck(),
          new HistoryCheck(),
          new StartCheck(),
          new OrderCheck(),
          new ChildrenCheck(),
          new TakeoverCheck());

  private EvidenceChecker() {}

  /** Returns every violation that the evidence shows. */
  public static List<InvariantViolation> check(Evidence evidence) {
    List<InvariantViolation> found = new ArrayList<>();
    CHECKS.forEach(check -> check.check(evidence, found::add));
    return found;
  }
}
