package dev.pawl.model.definition;

import static dev.pawl.model.finding.Finding.Code.TOO_LARGE;

import dev.pawl.model.field.Cursor;

/** Counts the states of a definition and stops reading them when there are too many. */
final class StateCount {

  private int states;

  boolean admits(Cursor where, int more) {
    boolean before = states <= Bounds.MAX_STATES;
    states += more;
    if (before && states > Bounds.MAX_STATES) {
      where.report(
          TOO_LARGE,
          "there are more than " + Bounds.MAX_STATES + " states",
          "Move parts of the definition into flows of their own and call them.");
    }
    return states <= Bounds.MAX_STATES;
  }
}
