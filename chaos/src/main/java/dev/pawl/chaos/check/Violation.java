package dev.pawl.chaos.check;

/**
 * A promise that was broken.
 *
 * @param invariant its name, such as I3
 * @param whose the run or the execution
 */
public record Violation(String invariant, String whose, String what) {

  @Override
  public String toString() {
    return invariant + " " + whose + ": " + what;
  }
}
