package dev.pawl.chaos.check;

import java.util.function.Consumer;

/** Checks one invariant. */
interface EvidenceCheck {

  void check(Evidence evidence, Consumer<InvariantViolation> found);
}
