package dev.pawl.client.flow;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.Collection;

/**
 * The definition of a flow and its attributes, as they are sent to a server. The methods return
 * changed copies.
 *
 * @param json the body of a request that creates or saves a draft
 */
public record FlowDraft(JsonObject json) {

  /** Returns a draft of a definition that is written in YAML. */
  public static FlowDraft yaml(String source) {
    return of(source, "yaml");
  }

  /** Returns a draft of a definition that is written in JSON. */
  public static FlowDraft json(String source) {
    return of(source, "json");
  }

  /** Returns a draft of a definition that is a JSON value. */
  public static FlowDraft of(Json definition) {
    return json(definition.toString());
  }

  private static FlowDraft of(String source, String format) {
    return new FlowDraft(JsonObject.of("source", Json.of(source)).with("format", Json.of(format)));
  }

  /** Sets the code, by which the flow is started; without it the server derives one. */
  public FlowDraft code(String code) {
    return with("code", Json.of(code));
  }

  public FlowDraft name(String name) {
    return with("name", Json.of(name));
  }

  public FlowDraft description(String description) {
    return with("description", Json.of(description));
  }

  public FlowDraft type(String type) {
    return with("type", Json.of(type));
  }

  public FlowDraft category(String category) {
    return with("category", Json.of(category));
  }

  /** Sets the default priority of its executions: CRITICAL, HIGH, NORMAL or LOW. */
  public FlowDraft priority(String priority) {
    return with("priority", Json.of(priority));
  }

  public FlowDraft tags(Collection<String> tags) {
    return with("tags", JsonArray.of(tags.stream().map(Json::of).toList()));
  }

  private FlowDraft with(String member, Json value) {
    return new FlowDraft(json.with(member, value));
  }
}
