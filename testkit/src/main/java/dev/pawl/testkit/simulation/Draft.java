package dev.pawl.testkit.simulation;

import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;

/** A JSON object in the making. */
final class Draft {

  private final Map<String, Json> members = new LinkedHashMap<>();

  static Draft of(String type) {
    return new Draft().put("Type", type);
  }

  /** JSON in single quotes. */
  static Json json(String text) {
    return JsonText.parse(text.replace('\'', '"'));
  }

  Draft put(String name, Json value) {
    members.put(name, value);
    return this;
  }

  Draft put(String name, String value) {
    return put(name, Json.of(value));
  }

  Draft put(String name, long value) {
    return put(name, Json.of(value));
  }

  Draft put(String name, boolean value) {
    return put(name, Json.of(value));
  }

  JsonObject done() {
    return JsonObject.of(members);
  }
}
