package dev.pawl.model.definition;

import static dev.pawl.model.finding.Finding.Code.CONFLICTING_FIELDS;
import static dev.pawl.model.finding.Finding.Code.MISSING_FIELD;

import dev.pawl.model.Condition;
import dev.pawl.model.State;
import dev.pawl.model.field.Conditions;
import dev.pawl.model.field.DefinitionCursor;
import java.util.Optional;

/** Reads the fields common to all states: data shaping, Next and End. */
final class HeaderReader {

  private HeaderReader() {}

  /** Reads the header of a state that requires either Next or End. */
  static State.Header step(StateContext site) {
    return header(site, next(site, true));
  }

  /**
   * Reads the header of a state that also has other transitions.
   *
   * @param needsNext true if Next or End is required all the same
   */
  static State.Header branching(StateContext site, boolean needsNext) {
    return header(site, next(site, needsNext));
  }

  /** Reads the header of a state that has neither Next nor End. */
  static State.Header last(StateContext site) {
    return header(site, Optional.empty());
  }

  private static State.Header header(StateContext site, Optional<String> next) {
    DefinitionCursor cursor = site.cursor();
    // A node's guard belongs to the node, since it is evaluated before the state is entered.
    Optional<Condition> when = site.node() ? Optional.empty() : Conditions.guard(cursor);
    return new State.Header(
        site.name(), cursor.pointer(), cursor.language(), when, ShapingReader.read(cursor), next);
  }

  private static Optional<String> next(StateContext site, boolean needed) {
    DefinitionCursor cursor = site.cursor();
    if (site.node()) {
      cursor.state().end();
      return Optional.empty();
    }
    boolean end = cursor.flag("End", false);
    Optional<String> next = exit(cursor, "Next");
    if (end) {
      cursor.state().end();
      if (cursor.has("Next")) {
        cursor.report(
            CONFLICTING_FIELDS, "End", "a state cannot both end and have a Next", "Keep one.");
      }
    } else if (!cursor.has("Next") && needed) {
      cursor.report(
          MISSING_FIELD,
          "'Next' or 'End' is missing",
          "Add \"Next\" with the name of the following state, or \"End\": true.");
      cursor.state().end();
    }
    return next;
  }

  /** Reads the name of the next state from a field and records the transition. */
  static Optional<String> exit(DefinitionCursor cursor, String field) {
    Optional<String> target = cursor.word(field);
    target.ifPresent(name -> cursor.state().exit(name, cursor.pointer(field)));
    return target;
  }
}
