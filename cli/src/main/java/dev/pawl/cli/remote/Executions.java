package dev.pawl.cli.remote;

import dev.pawl.cli.http.Client;
import dev.pawl.cli.http.ProblemException;
import dev.pawl.cli.http.UnreachableException;
import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.show.Paint;
import dev.pawl.cli.show.Paint.Tone;
import dev.pawl.cli.show.Printable;
import dev.pawl.cli.show.StepLine;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNull;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** What commands know of executions. */
final class Executions {

  private static final Set<String> ENDED = Set.of("SUCCEEDED", "FAILED", "CANCELLED", "TIMED_OUT");
  private static final int ONE_WAIT = 25;
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private Executions() {}

  static String path(String id) {
    return "/api/flows/executions/" + Client.part(id);
  }

  /** A member as text; empty where there is none. */
  static String text(Json value, String member) {
    return value.get(member).filter(it -> !it.equals(JsonNull.NULL)).map(Json::asText).orElse("");
  }

  /** Its flow and version, and whether it is a test. */
  static String version(Json execution) {
    String number = text(execution, "version");
    String version = text(execution, "flow") + (number.isEmpty() ? " draft" : " v" + number);
    return text(execution, "test").equals("true") ? version + " (test)" : version;
  }

  static boolean hasEnded(Json execution) {
    return ENDED.contains(text(execution, "status"));
  }

  static int exitCode(Json execution) {
    return text(execution, "status").equals("SUCCEEDED") ? ExitCode.SUCCESS : ExitCode.FAILURE;
  }

  /** Waits for its end, also through a server that goes away and comes back. */
  static Json awaitEnd(Client client, String id, Optional<Duration> atMost)
      throws InterruptedException {
    Instant limit = atMost.map(time -> Instant.now().plus(time)).orElse(Instant.MAX);
    Instant patience = Instant.now().plus(PATIENCE);
    while (true) {
      try {
        long left =
            atMost.isEmpty() ? ONE_WAIT : Duration.between(Instant.now(), limit).toSeconds();
        long wait = Math.clamp(left, 0, ONE_WAIT);
        Json execution = client.get(path(id) + "?wait=" + wait);
        if (hasEnded(execution) || !Instant.now().isBefore(limit)) {
          return execution;
        }
        patience = Instant.now().plus(PATIENCE);
      } catch (UnreachableException | ProblemException away) {
        boolean isPassing = !(away instanceof ProblemException problem) || problem.isPassing();
        if (!isPassing || Instant.now().isAfter(patience) || Instant.now().isAfter(limit)) {
          throw away;
        }
        Thread.sleep(Duration.ofSeconds(1));
      }
    }
  }

  static String painted(String status, Paint paint) {
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

  /** An error with its cause; empty where there is none. */
  static String error(Json value) {
    String error = text(value, "error");
    String cause = text(value, "cause");
    return error.isEmpty() ? cause : cause.isEmpty() ? error : error + ": " + cause;
  }

  /** Its status, and that it compensates while it does. */
  static String status(Json execution) {
    String status = text(execution, "status");
    return text(execution, "ending").isEmpty() ? status : status + " (compensating)";
  }

  /** What its status does not say of an execution that compensates; empty for others. */
  static String compensating(Json execution) {
    String ending = text(execution, "ending");
    return ending.isEmpty() ? "" : ", compensating: it will end as " + ending;
  }

  /** How it ended, or how it stands. */
  static String ending(Json execution, Paint paint) {
    String status = painted(text(execution, "status"), paint) + compensating(execution);
    String error = error(execution);
    String head =
        error.isEmpty() ? status + "\n" : status + " " + Printable.shortened(error, 1_000) + "\n";
    return execution
        .get("output")
        .filter(output -> !output.equals(JsonNull.NULL))
        .map(output -> head + "\n" + Output.pretty(output))
        .orElse(head);
  }

  /** How long it took, or has been taking. */
  static String took(Json execution) {
    String began = text(execution, "startedAt");
    String ended = text(execution, "endedAt");
    if (began.isEmpty()) {
      return "";
    }
    Instant end = ended.isEmpty() ? Instant.now() : Instant.parse(ended);
    Duration time = Duration.between(Instant.parse(began), end);
    return StepLine.duration(time.isNegative() ? Duration.ZERO : time);
  }

  /** How long it took, or for how long it has been running or queued, in words. */
  static String duration(Json execution) {
    if (hasEnded(execution)) {
      return "took " + took(execution);
    }
    boolean isQueued = text(execution, "status").equals("PENDING");
    return (isQueued ? "queued for " : "running for ") + took(execution);
  }

  /** A time without its fraction of a second. */
  static String time(String instant) {
    return instant.length() > 19 ? instant.substring(0, 19).replace('T', ' ') : instant;
  }
}
