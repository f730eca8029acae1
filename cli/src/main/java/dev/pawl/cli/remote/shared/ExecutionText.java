package dev.pawl.cli.remote.shared;

import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.show.Paint;
import dev.pawl.cli.show.Paint.Tone;
import dev.pawl.cli.show.Printable;
import dev.pawl.cli.show.StepLine;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNull;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;

/** Formats executions as text, from the JSON that the server returns. */
public final class ExecutionText {

  private static final Set<String> ENDED = Set.of("SUCCEEDED", "FAILED", "CANCELLED", "TIMED_OUT");

  private ExecutionText() {}

  /** Returns a member as text; empty if it is absent or null. */
  public static String text(Json value, String member) {
    return value.get(member).filter(it -> !it.equals(JsonNull.NULL)).map(Json::asText).orElse("");
  }

  /** Returns the flow with its version, marked if the execution is a test. */
  public static String version(Json execution) {
    String number = text(execution, "version");
    String version = text(execution, "flow") + (number.isEmpty() ? " draft" : " v" + number);
    return text(execution, "test").equals("true") ? version + " (test)" : version;
  }

  public static boolean hasEnded(Json execution) {
    return ENDED.contains(text(execution, "status"));
  }

  public static int exitCode(Json execution) {
    return text(execution, "status").equals("SUCCEEDED") ? ExitCode.SUCCESS : ExitCode.FAILURE;
  }

  public static String painted(String status, Paint paint) {
    return paint.paint(tone(status), status);
  }

  private static Tone tone(String status) {
    return switch (status) {
      case "SUCCEEDED" -> Tone.GOOD;
      case "FAILED", "TIMED_OUT" -> Tone.BAD;
      case "CANCELLED", "PAUSED" -> Tone.CAUTION;
      default -> Tone.STRONG;
    };
  }

  /** Returns the error with its cause; empty if there is none. */
  public static String error(Json value) {
    String error = text(value, "error");
    String cause = text(value, "cause");
    return error.isEmpty() ? cause : cause.isEmpty() ? error : error + ": " + cause;
  }

  /** Returns the status, marked while the execution compensates. */
  public static String status(Json execution) {
    String status = text(execution, "status");
    return text(execution, "ending").isEmpty() ? status : status + " (compensating)";
  }

  /** Returns how an execution that compensates will end; empty for others. */
  public static String compensating(Json execution) {
    String ending = text(execution, "ending");
    return ending.isEmpty() ? "" : ", compensating: it will end as " + ending;
  }

  /** Returns the status with the error and the output, if there are any. */
  public static String ending(Json execution, Paint paint) {
    String status = painted(text(execution, "status"), paint) + compensating(execution);
    String error = error(execution);
    String head =
        error.isEmpty() ? status + "\n" : status + " " + Printable.shortened(error, 1_000) + "\n";
    return execution
        .get("output")
        .filter(output -> !output.equals(JsonNull.NULL))
        .map(output -> head + "\n" + CommandOutput.pretty(output))
        .orElse(head);
  }

  /** Returns the duration of the execution, up to now if it has not ended. */
  public static String elapsed(Json execution) {
    String began = text(execution, "startedAt");
    String ended = text(execution, "endedAt");
    if (began.isEmpty()) {
      return "";
    }
    Instant end = ended.isEmpty() ? Instant.now() : Instant.parse(ended);
    Duration time = Duration.between(Instant.parse(began), end);
    return StepLine.duration(time.isNegative() ? Duration.ZERO : time);
  }

  /** Returns how long the execution took, or has been running or queued, in words. */
  public static String duration(Json execution) {
    if (hasEnded(execution)) {
      return "took " + elapsed(execution);
    }
    boolean isQueued = text(execution, "status").equals("PENDING");
    return (isQueued ? "queued for " : "running for ") + elapsed(execution);
  }

  /** Returns a time as text without the fraction of a second. */
  public static String time(String instant) {
    return instant.length() > 19 ? instant.substring(0, 19).replace('T', ' ') : instant;
  }

  /** Returns the number of steps done and of all, as far as they are known. */
  public static String steps(Json execution) {
    Json progress = execution.get("progress").orElse(JsonNull.NULL);
    String done = text(progress, "done");
    return done.isEmpty() ? "" : done + "/" + text(progress, "total");
  }

  /** Returns why an execution is where it is: its error, what it waits for, or its state. */
  public static String reason(Json execution) {
    Json progress = execution.get("progress").orElse(JsonNull.NULL);
    String state = text(progress, "state");
    String error = error(execution);
    String why = error.isEmpty() ? text(progress, "remark") : error;
    return state.isEmpty() || why.isEmpty() ? state + why : state + ": " + why;
  }
}
