package dev.pawl.client.execution;

import dev.pawl.client.http.ApiPath;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

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

  /** Matches executions in one of these statuses. */
  public ExecutionFilter status(ExecutionStatus... statuses) {
    return new ExecutionFilter(
        json.with(
            "status", JsonArray.of(Stream.of(statuses).map(one -> Json.of(one.name())).toList())));
  }

  /** Matches executions whose ids begin so; at least four characters. */
  public ExecutionFilter idPrefix(String prefix) {
    return with("id", prefix);
  }

  /** Matches these executions only, at most 1000. */
  public ExecutionFilter ids(List<String> ids) {
    return new ExecutionFilter(json.with("ids", JsonArray.of(ids.stream().map(Json::of).toList())));
  }

  /** Matches executions of one version. */
  public ExecutionFilter version(int number) {
    return new ExecutionFilter(json.with("version", JsonNumber.of(number)));
  }

  /**
   * Matches executions by what started them.
   *
   * @param trigger api, manual, flow, retry, or the kind of a trigger such as webhook, which a
   *     colon and its id may follow
   */
  public ExecutionFilter trigger(String trigger) {
    return with("trigger", trigger);
  }

  /** Matches executions that took this long or longer from their start to their end, or to now. */
  public ExecutionFilter tookAtLeast(Duration duration) {
    return seconds("tookMin", duration);
  }

  /** Matches executions that took less from their start to their end, or to now. */
  public ExecutionFilter tookLessThan(Duration duration) {
    return seconds("tookMax", duration);
  }

  private ExecutionFilter seconds(String name, Duration duration) {
    return new ExecutionFilter(
        json.with(name, JsonNumber.of(BigDecimal.valueOf(duration.toMillis(), 3))));
  }

  /**
   * Matches executions in which any attempt of a Task failed with these words in its error, even if
   * they went on; not for bulk actions.
   */
  public ExecutionFilter stepError(String words) {
    return with("stepError", words);
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

  /** Matches executions that failed in a failure family. */
  public ExecutionFilter family(String id) {
    return with("family", id);
  }

  /** Matches executions that no other execution retries. */
  public ExecutionFilter notRetried() {
    return with("retried", "false");
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
    return query(ApiPath.of("/api/flows/executions")).toString();
  }

  /** Adds the criteria as a query. */
  ApiPath query(ApiPath path) {
    json.members()
        .forEach((name, value) -> values(value).forEach(one -> path.query(name, one.asText())));
    return path;
  }

  private static List<Json> values(Json value) {
    return value instanceof JsonArray array ? array.elements() : List.of(value);
  }
}
