package dev.pawl.simulation;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Adapts flows to real time: timeouts that are meant to fire are one or two seconds, and all others
 * are so long that a slow machine does not trigger them.
 */
final class RealTimeFlows {

  private static final Json ONE_SECOND = JsonNumber.of(1);
  private static final Json TWO_SECONDS = JsonNumber.of(2);
  private static final Json SIXTY_SECONDS = JsonNumber.of(60);
  private static final Json TWO_MINUTES = JsonNumber.of(120);

  /** For flows whose events do not come. */
  static final RealTimeFlows WITHOUT_EVENTS = new RealTimeFlows(false);

  /** For flows whose events all come. */
  static final RealTimeFlows WITH_EVENTS = new RealTimeFlows(true);

  private final boolean eventsCome;

  private RealTimeFlows(boolean eventsCome) {
    this.eventsCome = eventsCome;
  }

  Scenario of(Scenario s) {
    return new Scenario(s.seed(), of(s.document()), s.input(), s.actions(), s.crashes());
  }

  JsonObject of(JsonObject object) {
    Map<String, Json> members = new LinkedHashMap<>();
    object.members().forEach((name, value) -> members.put(name, of(value)));
    boolean inVain = isMeantToTimeOut(object);
    members.computeIfPresent("Seconds", (name, value) -> ONE_SECOND);
    members.computeIfPresent(
        "HeartbeatSeconds", (name, value) -> inVain ? ONE_SECOND : SIXTY_SECONDS);
    members.computeIfPresent("TimeoutSeconds", (name, value) -> inVain ? TWO_SECONDS : TWO_MINUTES);
    if (members.remove("SecondsPath") != null) {
      members.put("Seconds", ONE_SECOND);
    }
    if (members.replace("IntervalSeconds", ONE_SECOND) != null) {
      members.remove("MaxDelaySeconds");
      members.remove("BackoffStrategy");
      members.put("BackoffRate", ONE_SECOND);
    }
    return JsonObject.of(members);
  }

  private Json of(Json json) {
    return switch (json) {
      case JsonObject object -> of(object);
      case JsonArray array -> JsonArray.of(array.elements().stream().map(this::of).toList());
      default -> json;
    };
  }

  /** Returns true if the timeout of the state is meant to fire. */
  private boolean isMeantToTimeOut(JsonObject object) {
    if (object.has("Title")) {
      return object.get("Title").orElseThrow().asText().contains("nobody");
    }
    if (object.has("Event")) {
      return !eventsCome;
    }
    return object
        .get("Resource")
        .filter(resource -> HandlerBehaviour.of(resource.asText()).timesOut())
        .isPresent();
  }
}
