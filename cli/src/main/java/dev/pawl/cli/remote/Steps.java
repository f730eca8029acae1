package dev.pawl.cli.remote;

import dev.pawl.cli.show.Printable;
import dev.pawl.cli.show.Table;
import dev.pawl.sdk.Json;
import java.util.List;

/** Steps as a server tells them, for people. */
final class Steps {

  private static final int RESULT_LENGTH = 80;

  private Steps() {}

  /** The lines above the steps. */
  static String about(Json execution) {
    String businessKey = Executions.text(execution, "businessKey");
    String by = Executions.text(execution, "startedBy");
    return "%s of %s%s\nstarted %s UTC%s, %s\n%s%sinput %s\n"
        .formatted(
            Executions.text(execution, "id"),
            Executions.version(execution),
            businessKey.isEmpty() ? "" : " (" + Printable.line(businessKey) + ")",
            Executions.time(Executions.text(execution, "startedAt")),
            by.isEmpty() ? "" : " by " + Printable.line(by),
            Executions.duration(execution),
            parent(execution),
            again(execution),
            Printable.shortened(Executions.text(execution, "input"), 200));
  }

  private static String parent(Json execution) {
    String parent = Executions.text(execution, "parent");
    return parent.isEmpty()
        ? ""
        : "child of %s, step %s\n"
            .formatted(parent, Printable.line(Executions.text(execution, "parentStep")));
  }

  private static String again(Json execution) {
    String old = Executions.text(execution, "retriedFrom");
    String reason = Executions.text(execution, "retryReason");
    return old.isEmpty()
        ? ""
        : "tries %s again%s\n"
            .formatted(old, reason.isEmpty() ? "" : ": " + Printable.shortened(reason, 200));
  }

  static Table table(List<Json> steps) {
    boolean isFlat = steps.stream().allMatch(step -> isRoot(Executions.text(step, "frame")));
    Table table =
        isFlat
            ? new Table("STATE", "TYPE", "STATUS", "TRY", "AT", "RESULT")
            : new Table("STATE", "TYPE", "STATUS", "TRY", "AT", "RESULT", "FRAME");
    for (Json step : steps) {
      String state = Executions.text(step, "state");
      String type = Executions.text(step, "type");
      String status = Executions.text(step, "status");
      String attempt = Executions.text(step, "attempt");
      String at = Executions.time(Executions.text(step, "at"));
      if (isFlat) {
        table.row(state, type, status, attempt, at, result(step));
      } else {
        table.row(state, type, status, attempt, at, result(step), Executions.text(step, "frame"));
      }
    }
    return table;
  }

  /** One step on one line, as it happens. */
  static String line(Json step) {
    String frame = Executions.text(step, "frame");
    return "%s %-20s %-8s %s"
        .formatted(
            mark(Executions.text(step, "status")),
            Printable.line(
                Executions.text(step, "state") + (isRoot(frame) ? "" : " (" + frame + ")")),
            Executions.text(step, "type"),
            result(step))
        .stripTrailing();
  }

  private static boolean isRoot(String frame) {
    return frame.isEmpty() || frame.equals("/");
  }

  private static String result(Json step) {
    String error = Executions.error(step);
    String result = error.isEmpty() ? Executions.text(step, "output") : error;
    return Printable.shortened(result, RESULT_LENGTH);
  }

  private static String mark(String status) {
    return switch (status) {
      case "SUCCEEDED" -> "✓";
      case "FAILED" -> "✗";
      case "PENDING" -> "↻";
      case "SKIPPED" -> "-";
      case "CANCELLED" -> "⊘";
      case "ROLLED_BACK", "COMPENSATED" -> "↩";
      default -> "…";
    };
  }
}
