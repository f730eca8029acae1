package dev.pawl.testkit.simulation;

/** Something that must hold and does not. */
final class Violation extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String invariant;

  Violation(String invariant, String detail) {
    super(invariant + ": " + detail, null, false, false);
    this.invariant = invariant;
  }

  /** What must hold. */
  String invariant() {
    return invariant;
  }
}
