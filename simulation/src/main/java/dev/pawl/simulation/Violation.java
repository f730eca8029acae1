package dev.pawl.simulation;

/** A violated invariant. */
final class Violation extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String invariant;

  Violation(String invariant, String detail) {
    super(invariant + ": " + detail, null, false, false);
    this.invariant = invariant;
  }

  /** Returns the invariant. */
  String invariant() {
    return invariant;
  }
}
