package dev.pawl.cli.http;

import dev.pawl.cli.program.ExitCode;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.List;

/** The server refused something; the message is its sentence for people. */
public final class ProblemException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int status;
  private final transient Json problem;

  ProblemException(int status, Json problem) {
    super(problem.get("detail").map(Json::asText).orElse("the server answered " + status));
    this.status = status;
    this.problem = problem;
  }

  public int status() {
    return status;
  }

  /** Whether it may be otherwise before long: a server that starts again, or has too much to do. */
  public boolean isPassing() {
    return isPassing(status);
  }

  static boolean isPassing(int status) {
    return status >= 500 || status == 429;
  }

  /** The stable word for it; empty where the answer is none of Pawl's. */
  public String code() {
    return problem.get("code").map(Json::asText).orElse("");
  }

  /** What is wrong with a definition. */
  public List<Json> errors() {
    return problem.get("errors").orElse(JsonArray.EMPTY) instanceof JsonArray errors
        ? errors.elements()
        : List.of();
  }

  /** As the server told it. */
  public Json problem() {
    return problem instanceof JsonObject ? problem : JsonObject.of("status", Json.of(status));
  }

  public int exitCode() {
    return status == 401 || status == 403 ? ExitCode.FORBIDDEN : ExitCode.FAILURE;
  }

  @Override
  public String getMessage() {
    String advice =
        switch (status) {
          case 401 -> "; see which key is used with pawl doctor";
          case 403 -> "; use a key with a role that may";
          default -> "";
        };
    return String.valueOf(super.getMessage()) + advice;
  }
}
