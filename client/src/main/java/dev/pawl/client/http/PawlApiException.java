package dev.pawl.client.http;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.util.List;

/** The server refused a request; the message is the server's detail. */
public final class PawlApiException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final int status;
  private final transient Json problem;

  public PawlApiException(int status, Json problem) {
    super(JsonMembers.text(problem, "detail").orElse("the server answered " + status));
    this.status = status;
    this.problem = problem;
  }

  /** The HTTP status. */
  public int status() {
    return status;
  }

  /** The stable code of the problem; empty if the response is not one of Pawl's. */
  public String code() {
    return JsonMembers.text(problem, "code").orElse("");
  }

  /** What is wrong and what to do about it, in words. */
  public String detail() {
    return String.valueOf(getMessage());
  }

  /** The findings of a definition, or what is wrong with a decision. */
  public List<Json> errors() {
    return JsonMembers.list(problem, "errors");
  }

  /** The problem as the server sent it; its status alone if it sent something else. */
  public Json problem() {
    return problem instanceof JsonObject ? problem : JsonObject.of("status", Json.of(status));
  }

  /**
   * True if the same request may succeed before long: the server restarts or has too much to do.
   */
  public boolean isTransient() {
    return status >= 500 || status == 429;
  }
}
