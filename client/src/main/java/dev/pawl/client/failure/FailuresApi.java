package dev.pawl.client.failure;

import dev.pawl.client.http.ApiConnection;
import dev.pawl.client.http.ApiPath;
import dev.pawl.client.http.Operation;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonObject;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finds failure families and notes what people do about them. To retry the executions of a family,
 * use a bulk action with {@link dev.pawl.client.execution.ExecutionFilter#family}.
 */
public final class FailuresApi {

  private static final String ROOT = "/api/failures";

  private final ApiConnection connection;

  public FailuresApi(ApiConnection connection) {
    this.connection = connection;
  }

  /** Returns the families that match: new ones first, in each group the largest first. */
  @Operation("GET /api/failures")
  public Stream<FailureFamily> list(FailureFilter filter) {
    return connection.list(filter.query(ApiPath.of(ROOT)).toString()).map(FailureFamily::new);
  }

  /** Returns a family with what its executions have in common. */
  @Operation("GET /api/failures/{family}")
  public FailureDetail get(String family) {
    return new FailureDetail(connection.get(path(family).toString()));
  }

  /**
   * Returns the family of an execution.
   *
   * @throws dev.pawl.client.http.PawlApiException with status 404 if it has none
   */
  @Operation("GET /api/flows/executions/{id}/family")
  public FailureFamily ofExecution(String id) {
    return new FailureFamily(
        connection.get(ApiPath.of("/api/flows/executions").segment(id).add("family").toString()));
  }

  /** Marks a family as known. */
  @Operation("POST /api/failures/{family}/know")
  public FailureFamily know(String family, String note) {
    return act(family, "know", note);
  }

  /** Marks a family as resolved, until another execution fails in it. */
  @Operation("POST /api/failures/{family}/resolve")
  public FailureFamily resolve(String family, String note) {
    return act(family, "resolve", note);
  }

  /** Reopens a known or resolved family. */
  @Operation("POST /api/failures/{family}/reopen")
  public FailureFamily reopen(String family, String note) {
    return act(family, "reopen", note);
  }

  /** Assigns a family to a person or team; an empty name removes the assignee. */
  @Operation("POST /api/failures/{family}/assign")
  public FailureFamily assign(String family, Optional<String> assignee, String note) {
    JsonObject body = JsonObject.of("assignee", assignee.map(Json::of).orElse(JsonNull.NULL));
    return send(family, "assign", note.isEmpty() ? body : body.with("note", Json.of(note)));
  }

  private FailureFamily act(String family, String action, String note) {
    return send(
        family, action, note.isEmpty() ? JsonObject.EMPTY : JsonObject.of("note", Json.of(note)));
  }

  private FailureFamily send(String family, String action, JsonObject body) {
    return new FailureFamily(connection.write("POST", path(family).add(action).toString(), body));
  }

  private static ApiPath path(String family) {
    return ApiPath.of(ROOT).segment(family);
  }
}
