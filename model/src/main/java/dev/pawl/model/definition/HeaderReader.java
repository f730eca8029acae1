package dev.pawl.model.definition;

import static dev.pawl.model.finding.Finding.Code.CONFLICTING_FIELDS;
import static dev.pawl.model.finding.Finding.Code.MISSING_FIELD;

import dev.pawl.model.Condition;
import dev.pawl.model.State;
import dev.pawl.model.field.Conditions;
import dev.pawl.model.field.Cursor;
import java.util.Optional;

/** Reads what every state has: its data shaping and where it goes. */
final class HeaderReader {

  private HeaderReader() {}

  /** A state that goes somewhere, or ends. */
  static State.Header step(Site site) {
    return header(site, next(site, true));
  }

  /** A state whose Next is not needed, since it has other ways to go. */
  static State.Header branching(Site site, boolean needsNext) {
    return header(site, next(site, needsNext));
  }

  /** A state that goes nowhere by itself. */
  static State.Header last(Site site) {
    return header(site, Optional.empty());
  }

  private static State.Header header(Site site, Optional<String> next) {
    Cursor cursor = site.cursor();
    // The guard of a node is read with the node: it decides before the state is entered.
    Optional<Condition> when = site.node() ? Optional.empty() : Conditions.guard(cursor);
    return new State.Header(site.name(), cursor.language(), when, ShapingReader.read(cursor), next);
  }

  private static Optional<String> next(Site site, boolean needed) {
    Cursor cursor = site.cursor();
    if (site.node()) {
      cursor.stop().end();
      return Optional.empty();
    }
    boolean end = cursor.flag("End", false);
    Optional<String> next = exit(cursor, "Next");
    if (end) {
      cursor.stop().end();
      if (cursor.has("Next")) {
        cursor.report(
            CONFLICTING_FIELDS, "End", "a state cannot both end and have a Next", "Keep one.");
      }
    } else if (!cursor.has("Next") && needed) {
      cursor.report(
          MISSING_FIELD,
          "'Next' or 'End' is missing",
          "Say which state follows, or \"End\": true.");
      cursor.stop().end();
    }
    return next;
  }

  /** The state that a field says to go to. */
  static Optional<String> exit(Cursor cursor, String field) {
    Optional<String> target = cursor.word(field);
    target.ifPresent(name -> cursor.stop().exit(name, cursor.pointer(field)));
    return target;
  }
}
