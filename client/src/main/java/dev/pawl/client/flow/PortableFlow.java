package dev.pawl.client.flow;

import dev.pawl.client.http.JsonMembers;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonObject;
import java.util.List;
import java.util.Optional;

/**
 * A flow as text, with its draft and its active version: what exports return and imports accept.
 *
 * @param json an item of an export
 */
public record PortableFlow(Json json) {

  private static final int FORMAT = 1;

  /**
   * Returns a draft as an item of an import.
   *
   * @param publish true if the draft also becomes the active version
   */
  public static PortableFlow of(FlowDraft draft, boolean publish) {
    JsonObject text = JsonObject.EMPTY;
    JsonObject item = draft.json();
    for (String member : new String[] {"source", "format"}) {
      text = text.with(member, item.get(member).orElse(JsonNull.NULL));
      item = item.without(member);
    }
    item = item.with("draft", text);
    return new PortableFlow(publish ? item.with("active", text) : item);
  }

  /** Returns the document of an export, which an import on another server accepts. */
  public static JsonObject bundle(List<PortableFlow> flows) {
    return JsonObject.builder()
        .put("pawl", Json.of(FORMAT))
        .put("flows", JsonArray.of(flows.stream().map(PortableFlow::json).toList()))
        .build();
  }

  public String code() {
    return JsonMembers.textOrEmpty(json, "code");
  }

  /** Returns the text of the draft. */
  public String draftSource() {
    return source("draft").orElse("");
  }

  /** Returns the text of the active version, if there is one. */
  public Optional<String> activeSource() {
    return source("active");
  }

  private Optional<String> source(String member) {
    return json.get(member).flatMap(text -> JsonMembers.text(text, "source"));
  }
}
