package dev.pawl.model.definition;

import static dev.pawl.model.finding.Finding.Code.TOO_LARGE;

import dev.pawl.model.field.DefinitionCursor;

/** Counts the states of a definition and stops the reader at the maximum. */
final class StateCount {

  private int states;

  boolean admits(DefinitionCursor where, int more) {
    boolean before = states <= DocumentBounds.MAX_STATES;
    states += more;
    if (before && states > DocumentBounds.MAX_STATES) {
      where.report(
          TOO_LARGE,
          "there are more than " + DocumentBounds.MAX_STATES + " states",
          "Move parts of the definition into flows of their own and call them.");
    }
    return states <= DocumentBounds.MAX_STATES;
  }
}
