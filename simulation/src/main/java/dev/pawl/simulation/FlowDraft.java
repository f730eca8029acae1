package dev.pawl.simulation;

import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;

/** Builder of a JSON object. */
final class FlowDraft {

  private final Map<String, Json> members = new LinkedHashMap<>();

  static FlowDraft of(String type) {
    return new FlowDraft().put("Type", type);
  }

  /** Parses JSON written with single quotes. */
  static Json json(String text) {
    return JsonText.parse(text.replace('\'', '"'));
  }

  FlowDraft put(String name, Json value) {
    members.put(name, value);
    return this;
  }

  FlowDraft put(String name, String value) {
    return put(name, Json.of(value));
  }

  FlowDraft put(String name, long value) {
    return put(name, Json.of(value));
  }

  FlowDraft put(String name, boolean value) {
    return put(name, Json.of(value));
  }

  JsonObject done() {
    return JsonObject.of(members);
  }
}
