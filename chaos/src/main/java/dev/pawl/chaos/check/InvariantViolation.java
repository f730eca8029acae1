package dev.pawl.chaos.check;

/**
 * A broken invariant.
 *
 * @param invariant its name, such as I3
 * @param whose the run or the execution
 */
public record InvariantViolation(String invariant, String whose, String what) {

  @Override
  public String toString() {
    return invariant + " " + whose + ": " + what;
  }
}
