package dev.pawl.model.definition;

import static dev.pawl.model.finding.Finding.Code.BAD_VALUE;
import static dev.pawl.model.finding.Finding.Code.CATCH_ALL_NOT_LAST;
import static dev.pawl.model.finding.Finding.Code.UNKNOWN_ERROR_NAME;

import dev.pawl.model.field.Cursor;
import dev.pawl.model.finding.Nearest;
import java.util.List;

/** Reads which errors a retrier or a catcher is for. */
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
   * @param last whether no other retrier or catcher follows
   */
  static List<String> read(Cursor cursor, boolean last) {
    List<String> names = cursor.words("ErrorEquals");
    if (cursor.array("ErrorEquals").filter(array -> array.length() == 0).isPresent()) {
      cursor.report(BAD_VALUE, "ErrorEquals", "'ErrorEquals' names no error", "");
    }
    if (names.contains(ALL) && (names.size() > 1 || !last)) {
      cursor.report(
          CATCH_ALL_NOT_LAST,
          "ErrorEquals",
          "States.ALL must stand alone, and in the last entry",
          "Move it into an entry of its own at the end.");
    }
    for (String name : names) {
      if (name.startsWith(RESERVED) && !KNOWN.contains(name)) {
        cursor.report(
            UNKNOWN_ERROR_NAME,
            "ErrorEquals",
            "there is no reserved error '" + name + "'",
            Nearest.advice(name, KNOWN));
      }
    }
    return names;
  }
}
