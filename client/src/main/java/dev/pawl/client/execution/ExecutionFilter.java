package dev.pawl.client.execution;

import dev.pawl.client.http.ApiPath;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Criteria of a search for executions; all of them must match. The methods return changed copies.
 *
 * @param json the criteria by name, as bulk actions take them
 */
public record ExecutionFilter(JsonObject json) {

  private static final String LABEL = "label";

  /** Matches all top-level executions that are no tests. */
  public static ExecutionFilter all() {
    return new ExecutionFilter(JsonObject.EMPTY);
  }

  /** Matches executions of one flow, by its code or its id. */
  public ExecutionFilter flow(String flow) {
    return with("flow", flow);
  }

  public ExecutionFilter status(ExecutionStatus status) {
    return with("status", status.name());
  }

  public ExecutionFilter businessKey(String key) {
    return with("businessKey", key);
  }

  /** Matches executions with this label, besides the labels that were added before. */
  public ExecutionFilter label(String name, String value) {
    List<Json> labels = new ArrayList<>(values(json.get(LABEL).orElse(JsonArray.EMPTY)));
    labels.add(Json.of(name + ":" + value));
    return new ExecutionFilter(json.with(LABEL, JsonArray.of(labels)));
  }

  /** Matches executions that failed with an error of this name. */
  public ExecutionFilter error(String name) {
    return with("error", name);
  }

  /** Matches executions that started at this time or later. */
  public ExecutionFilter from(Instant time) {
    return with("from", time.toString());
  }

  /** Matches executions that started before this time. */
  public ExecutionFilter to(Instant time) {
    return with("to", time.toString());
  }

  /** Matches tests only. */
  public ExecutionFilter tests() {
    return with("test", "true");
  }

  /** Matches the children of an execution. */
  public ExecutionFilter childrenOf(String id) {
    return with("parent", id);
  }

  /** Matches children as well as top-level executions. */
  public ExecutionFilter withChildren() {
    return with("parent", "any");
  }

  private ExecutionFilter with(String name, String value) {
    return new ExecutionFilter(json.with(name, Json.of(value)));
  }

  /** Returns the path of the search with the criteria as its query. */
  String path() {
    ApiPath path = ApiPath.of("/api/flows/executions");
    json.members()
        .forEach((name, value) -> values(value).forEach(one -> path.query(name, one.asText())));
    return path.toString();
  }

  private static List<Json> values(Json value) {
    return value instanceof JsonArray array ? array.elements() : List.of(value);
  }
}
