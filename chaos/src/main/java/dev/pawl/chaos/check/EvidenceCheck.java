package dev.pawl.chaos.check;

import java.util.function.Consumer;

/** Checks one invariant. */
interface EvidenceCheck {

  void look(Evidence evidence, Consumer<InvariantViolation> found);
}
