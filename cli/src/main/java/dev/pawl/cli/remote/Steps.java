package dev.pawl.cli.remote;

import dev.pawl.cli.show.Printable;
import dev.pawl.cli.show.StepLine;
import dev.pawl.cli.show.Table;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNull;
import java.time.Duration;
import java.util.ArrayList;
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

  /** An attempt as a line below its step. */
  private record Attempt(String status, String number, String at, String result) {}

  /** The attempts of a step that was tried more than once or failed; none of others. */
  private static List<Attempt> attempts(Json step) {
    List<Json> all =
        step.get("attempts").orElse(JsonNull.NULL) instanceof JsonArray array
            ? array.elements()
            : List.of();
    boolean anyFailed =
        all.stream().anyMatch(one -> Executions.text(one, "status").equals("FAILED"));
    if (all.size() < 2 && !anyFailed) {
      return List.of();
    }
    List<Attempt> lines = new ArrayList<>();
    for (Json one : all) {
      lines.add(
          new Attempt(
              Executions.text(one, "status"),
              Executions.text(one, "number"),
              Executions.time(Executions.text(one, "startedAt")),
              Printable.shortened(attempted(one), RESULT_LENGTH)));
    }
    String next = Executions.text(step, "nextAttemptAt");
    if (!next.isEmpty()) {
      int number = Integer.parseInt(Executions.text(step, "attempt")) + 1;
      lines.add(
          new Attempt(
              "PENDING", String.valueOf(number), Executions.time(next), "is tried at that time"));
    }
    return lines;
  }

  /** How long an attempt took, who did it, and what it failed with. */
  private static String attempted(Json attempt) {
    String duration = Executions.text(attempt, "duration");
    String worker = Executions.text(attempt, "worker");
    String error = Executions.error(attempt);
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
