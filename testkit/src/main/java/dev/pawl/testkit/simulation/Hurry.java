package dev.pawl.testkit.simulation;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Makes flows fit for real time: whoever waits in vain waits a second, and whoever is answered is
 * given so much time that a slow machine is not taken for a silent one.
 */
final class Hurry {

  private static final Json NO_TIME = JsonNumber.of(1);
  private static final Json LITTLE_TIME = JsonNumber.of(2);
  private static final Json MUCH_TIME = JsonNumber.of(60);
  private static final Json MORE_TIME = JsonNumber.of(120);

  private Hurry() {}

  static Scenario of(Scenario s) {
    return new Scenario(s.seed(), of(s.document()), s.input(), s.happenings(), s.crashes());
  }

  private static JsonObject of(JsonObject object) {
    Map<String, Json> members = new LinkedHashMap<>();
    object.members().forEach((name, value) -> members.put(name, of(value)));
    boolean inVain = waitsInVain(object);
    members.computeIfPresent("Seconds", (name, value) -> NO_TIME);
    members.computeIfPresent("HeartbeatSeconds", (name, value) -> inVain ? NO_TIME : MUCH_TIME);
    members.computeIfPresent("TimeoutSeconds", (name, value) -> inVain ? LITTLE_TIME : MORE_TIME);
    if (members.remove("SecondsPath") != null) {
      members.put("Seconds", NO_TIME);
    }
    if (members.replace("IntervalSeconds", NO_TIME) != null) {
      members.remove("MaxDelaySeconds");
      members.remove("BackoffStrategy");
      members.put("BackoffRate", NO_TIME);
    }
    return JsonObject.of(members);
  }

  private static Json of(Json json) {
    return switch (json) {
      case JsonObject object -> of(object);
      case JsonArray array -> JsonArray.of(array.elements().stream().map(Hurry::of).toList());
      default -> json;
    };
  }

  /** Whether the time-out is what this waits for. */
  private static boolean waitsInVain(JsonObject object) {
    if (object.has("Title")) {
      return object.get("Title").orElseThrow().asText().contains("nobody");
    }
    return object.has("Event")
        || object
            .get("Resource")
            .map(resource -> Behaviour.of(resource.asText()).kind())
            .filter(kind -> kind == Behaviour.Kind.HANGS || kind == Behaviour.Kind.ANSWERS_LATE)
            .isPresent();
  }
}
