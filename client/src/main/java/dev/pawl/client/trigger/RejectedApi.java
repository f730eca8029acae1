package dev.pawl.client.trigger;

import dev.pawl.client.http.ApiConnection;
import dev.pawl.client.http.ApiPath;
import dev.pawl.client.http.Operation;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.util.Optional;
import java.util.stream.Stream;

/** The events that could not start their flow. */
public final class RejectedApi {

  private static final String ROOT = "/api/rejected";

  private final ApiConnection connection;

  public RejectedApi(ApiConnection connection) {
    this.connection = connection;
  }

  /** Returns all rejected events, newest first. */
  @Operation("GET /api/rejected")
  public Stream<RejectedEvent> list() {
    return connection.list(ROOT).map(RejectedEvent::new);
  }

  /** Fires a binding again; the result has the execution, or reports that it was rejected again. */
  @Operation("POST /api/rejected/{id}/replay")
  public Json replay(String id) {
    return connection.write("POST", ApiPath.of(ROOT).segment(id).add("replay").toString());
  }

  /**
   * Counts what a replay of the newest 200 events would do; does nothing.
   *
   * @param flow the flow; empty for all
   */
  @Operation("POST /api/rejected/try")
  public Json tryAll(Optional<String> flow) {
    JsonObject body =
        flow.map(code -> JsonObject.of("flow", Json.of(code))).orElse(JsonObject.EMPTY);
    return connection.write("POST", ROOT + "/try", body);
  }

  /**
   * Fires again for the newest 1,000 events; the result counts those that started and failed.
   *
   * @param flow the flow; empty for all
   */
  @Operation("POST /api/rejected/replay")
  public Json replayAll(Optional<String> flow) {
    JsonObject body =
        flow.map(code -> JsonObject.of("flow", Json.of(code))).orElse(JsonObject.EMPTY);
    return connection.write("POST", ROOT + "/replay", body);
  }
}
