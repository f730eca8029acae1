package dev.pawl.cli.remote.execution;

import dev.pawl.cli.remote.shared.ExecutionText;
import dev.pawl.cli.show.Printable;
import dev.pawl.cli.show.StepLine;
import dev.pawl.cli.show.Table;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNull;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Formats steps as text, from the JSON that the server returns. */
final class StepText {

  private static final int RESULT_LENGTH = 80;

  private StepText() {}

  /** Returns the header lines about an execution, which are printed above its steps. */
  static String header(Json execution) {
    String businessKey = ExecutionText.text(execution, "businessKey");
    String by = ExecutionText.text(execution, "startedBy");
    return "%s of %s%s\nstarted %s UTC%s, %s\n%s%sinput %s\n"
        .formatted(
            ExecutionText.text(execution, "id"),
            ExecutionText.version(execution),
            businessKey.isEmpty() ? "" : " (" + Printable.line(businessKey) + ")",
            ExecutionText.time(ExecutionText.text(execution, "startedAt")),
            by.isEmpty() ? "" : " by " + Printable.line(by),
            ExecutionText.duration(execution),
            parentLine(execution),
            retryLine(execution),
            Printable.shortened(ExecutionText.text(execution, "input"), 200));
  }

  private static String parentLine(Json execution) {
    String parent = ExecutionText.text(execution, "parent");
    return parent.isEmpty()
        ? ""
        : "child of %s, step %s\n"
            .formatted(parent, Printable.line(ExecutionText.text(execution, "parentStep")));
  }

  private static String retryLine(Json execution) {
    String old = ExecutionText.text(execution, "retriedFrom");
    String reason = ExecutionText.text(execution, "retryReason");
    return old.isEmpty()
        ? ""
        : "retry of %s%s\n"
            .formatted(old, reason.isEmpty() ? "" : ": " + Printable.shortened(reason, 200));
  }

  static Table table(List<Json> steps) {
    boolean isFlat = steps.stream().allMatch(step -> isRoot(ExecutionText.text(step, "frame")));
    Table table =
        isFlat
            ? new Table("STATE", "TYPE", "STATUS", "TRY", "AT", "RESULT")
            : new Table("STATE", "TYPE", "STATUS", "TRY", "AT", "RESULT", "FRAME");
    for (Json step : steps) {
      String state = ExecutionText.text(step, "state");
      String type = ExecutionText.text(step, "type");
      String status = ExecutionText.text(step, "status");
      String attempt = ExecutionText.text(step, "attempt");
      String at = ExecutionText.time(ExecutionText.text(step, "at"));
      if (isFlat) {
        table.row(state, type, status, attempt, at, result(step));
      } else {
        table.row(
            state, type, status, attempt, at, result(step), ExecutionText.text(step, "frame"));
      }
      for (Attempt line : attempts(step)) {
        if (isFlat) {
          table.row("  attempt", "", line.status, line.number, line.at, line.result);
        } else {
          table.row("  attempt", "", line.status, line.number, line.at, line.result, "");
        }
      }
    }
    return table;
  }

  /** One attempt, shown as a row below its step. */
  private record Attempt(String status, String number, String at, String result) {}

  /** Returns the attempts of a step if there are several or one failed; otherwise an empty list. */
  private static List<Attempt> attempts(Json step) {
    List<Json> all =
        step.get("attempts").orElse(JsonNull.NULL) instanceof JsonArray array
            ? array.elements()
            : List.of();
    boolean anyFailed =
        all.stream().anyMatch(one -> ExecutionText.text(one, "status").equals("FAILED"));
    if (all.size() < 2 && !anyFailed) {
      return List.of();
    }
    List<Attempt> lines = new ArrayList<>();
    for (Json one : all) {
      lines.add(
          new Attempt(
              ExecutionText.text(one, "status"),
              ExecutionText.text(one, "number"),
              ExecutionText.time(ExecutionText.text(one, "startedAt")),
              Printable.shortened(attemptResult(one), RESULT_LENGTH)));
    }
    String next = ExecutionText.text(step, "nextAttemptAt");
    if (!next.isEmpty()) {
      int number = Integer.parseInt(ExecutionText.text(step, "attempt")) + 1;
      lines.add(
          new Attempt("PENDING", String.valueOf(number), ExecutionText.time(next), "next attempt"));
    }
    return lines;
  }

  /** Returns the duration of an attempt, its worker, and its error. */
  private static String attemptResult(Json attempt) {
    String duration = ExecutionText.text(attempt, "duration");
    String worker = ExecutionText.text(attempt, "worker");
    String error = ExecutionText.error(attempt);
    List<String> parts = new ArrayList<>();
    if (!duration.isEmpty()) {
      parts.add("after " + StepLine.duration(Duration.parse(duration)));
    }
    if (!worker.isEmpty()) {
      parts.add("by " + worker);
    }
    String head = String.join(" ", parts);
    return error.isEmpty() ? head : head.isEmpty() ? error : head + ": " + error;
  }

  /** Returns one step as a line of {@code pawl watch}. */
  static String line(Json step) {
    String frame = ExecutionText.text(step, "frame");
    return "%s %-20s %-8s %s"
        .formatted(
            mark(ExecutionText.text(step, "status")),
            Printable.line(
                ExecutionText.text(step, "state") + (isRoot(frame) ? "" : " (" + frame + ")")),
            ExecutionText.text(step, "type"),
            result(step))
        .stripTrailing();
  }

  private static boolean isRoot(String frame) {
    return frame.isEmpty() || frame.equals("/");
  }

  private static String result(Json step) {
    String error = ExecutionText.error(step);
    String result = error.isEmpty() ? ExecutionText.text(step, "output") : error;
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
