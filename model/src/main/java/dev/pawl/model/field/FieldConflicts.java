package dev.pawl.model.field;

import static dev.pawl.model.finding.Finding.Code.CONFLICTING_FIELDS;
import static dev.pawl.model.finding.Finding.Code.MISSING_FIELD;

import java.util.List;

/** Reports fields that exclude each other. */
public final class FieldConflicts {

  private FieldConflicts() {}

  public static void refuseBoth(DefinitionCursor cursor, String first, String second) {
    atMostOne(cursor, List.of(first, second));
  }

  public static void atMostOne(DefinitionCursor cursor, List<String> fields) {
    List<String> present = fields.stream().filter(cursor::has).toList();
    if (present.size() > 1) {
      cursor.report(
          CONFLICTING_FIELDS,
          present.getLast(),
          "there can be only one of " + String.join(", ", present),
          "Remove one of them.");
    }
  }

  public static void exactlyOne(DefinitionCursor cursor, List<String> fields) {
    atMostOne(cursor, fields);
    if (fields.stream().noneMatch(cursor::has)) {
      cursor.report(MISSING_FIELD, "one of " + String.join(", ", fields) + " is missing", "");
    }
  }
}
