package dev.pawl.model.definition;

import static dev.pawl.model.finding.Finding.Code.BAD_VALUE;
import static dev.pawl.model.finding.Finding.Code.CATCH_ALL_NOT_LAST;
import static dev.pawl.model.finding.Finding.Code.UNKNOWN_ERROR_NAME;

import dev.pawl.model.ErrorName;
import dev.pawl.model.field.DefinitionCursor;
import dev.pawl.model.finding.Nearest;
import java.util.List;

/** Reads the error names that a retrier or a catcher matches. */
final class ErrorNames {

  private static final String ALL = "States.ALL";
  private static final String RESERVED = "States.";
  private static final List<String> KNOWN =
      List.of(
          ALL,
          "States.HeartbeatTimeout",
          "States.Timeout",
          "States.TaskFailed",
          "States.Permissions",
          "States.ResultPathMatchFailure",
          "States.ParameterPathFailure",
          "States.QueryEvaluationError",
          "States.BranchFailed",
          "States.NoChoiceMatched",
          "States.IntrinsicFailure",
          "States.ExceedToleratedFailureThreshold",
          "States.ItemReaderFailed",
          "States.ResultWriterFailed",
          "States.DataLimitExceeded",
          "States.Runtime",
          "States.Http.Socket");

  private ErrorNames() {}

  /**
   * Returns the error names in {@code ErrorEquals}; warns about names that never match.
   *
   * @param last true if no other retrier or catcher follows
   */
  static List<String> read(DefinitionCursor cursor, boolean last) {
    List<String> names = cursor.words("ErrorEquals");
    if (cursor.array("ErrorEquals").filter(array -> array.length() == 0).isPresent()) {
      cursor.report(BAD_VALUE, "ErrorEquals", "'ErrorEquals' names no error", "");
    }
    if (names.contains(ALL) && (names.size() > 1 || !last)) {
      cursor.report(
          CATCH_ALL_NOT_LAST,
          "ErrorEquals",
          "States.ALL must stand alone, and in the last entry",
          "Move it into a separate entry at the end.");
    }
    names.forEach(name -> check(cursor, name));
    return names;
  }

  private static void check(DefinitionCursor cursor, String name) {
    if (name.contains("*")) {
      report(
          cursor,
          "'" + name + "' matches only an error of exactly that name: there are no wildcards",
          "List the names one by one, or use States.TaskFailed or States.ALL.");
    } else if (name.startsWith(RESERVED) && !KNOWN.contains(name)) {
      report(cursor, "there is no reserved error '" + name + "'", Nearest.advice(name, KNOWN));
    } else if (name.equals(ErrorName.RUNTIME)) {
      report(
          cursor,
          "'" + name + "' is never retried or caught",
          "It means that the flow itself is wrong; mend what causes it.");
    } else if (!name.equals(name.strip())) {
      report(
          cursor,
          "'" + name + "' begins or ends with a blank, which names of errors do not",
          "Take the blank away.");
    }
  }

  private static void report(DefinitionCursor cursor, String message, String advice) {
    cursor.report(UNKNOWN_ERROR_NAME, "ErrorEquals", message, advice);
  }
}
