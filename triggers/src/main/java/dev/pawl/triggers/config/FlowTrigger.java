package dev.pawl.triggers.config;

import dev.pawl.model.schema.JsonSchema;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.triggers.binding.Binding.BindingRule;
import dev.pawl.triggers.binding.InputMapping;
import dev.pawl.triggers.binding.OnRunning;
import dev.pawl.triggers.webhook.WebhookRule;
import java.util.Optional;
import java.util.Set;

/**
 * How a flow starts.
 *
 * @param config the settings as they were given
 */
public record FlowTrigger(String flow, FlowTriggerType type, JsonObject config) {

  private static final Set<String> COMMON = Set.of("inputMapping", "inputSchema");

  private static final Set<String> OF_CALLERS = Set.of("webhook", "webhookPath", "authentication");

  private static final Set<String> OF_EVENTS =
      Set.of(
          "event",
          "clientId",
          "lobId",
          "productId",
          "priority",
          "exclusive",
          "filter",
          "key",
          "debounce",
          "onRunning");

  /**
   * Creates a trigger.
   *
   * @throws IllegalArgumentException if a setting is wrong; the message names it
   */
  public FlowTrigger {
    boolean isEvent = type == FlowTriggerType.EVENT_TRIGGERED;
    boolean isKnown = isEvent || type == FlowTriggerType.AUTOLAUNCHED;
    for (String name : config.members().keySet()) {
      if (isKnown && !COMMON.contains(name) && !(isEvent ? OF_EVENTS : OF_CALLERS).contains(name)) {
        throw new IllegalArgumentException(
            "config: %s has no field '%s'; remove it".formatted(type, name));
      }
    }
    config.get("inputMapping").ifPresent(InputMapping::read);
    config
        .get("inputSchema")
        .flatMap(JsonSchema::problem)
        .ifPresent(
            problem -> {
              throw new IllegalArgumentException("config.inputSchema: " + problem);
            });
    if (type == FlowTriggerType.AUTOLAUNCHED) {
      WebhookRule.ofTrigger(config);
    }
    config.get("onRunning").map(Json::asText).ifPresent(OnRunning::read);
    if (isEvent && config.get("event").isEmpty()) {
      throw new IllegalArgumentException(
          "config.event: is missing; name the event that starts the flow, such as order.created");
    }
  }

  /** Returns the schema that inputs must match. */
  public Optional<Json> inputSchema() {
    return config.get("inputSchema");
  }

  /** Returns how an input is taken from the envelope. */
  public Optional<InputMapping> inputMapping() {
    return config.get("inputMapping").map(InputMapping::read);
  }

  /** Returns the webhook that starts the flow; empty if it has none. */
  public Optional<WebhookRule> webhook() {
    return type == FlowTriggerType.AUTOLAUNCHED ? WebhookRule.ofTrigger(config) : Optional.empty();
  }

  /** Returns the binding that belongs to the trigger; empty if events do not start the flow. */
  public Optional<BindingRule> binding() {
    if (type != FlowTriggerType.EVENT_TRIGGERED) {
      return Optional.empty();
    }
    return Optional.of(
        new BindingRule(
            config.get("event").orElseThrow().asText(),
            text("clientId"),
            text("lobId"),
            text("productId"),
            flow,
            config.get("priority").map(number -> Math.toIntExact(number.asLong())).orElse(0),
            config.get("exclusive").map(Json::isTrue).orElse(false),
            true,
            text("filter"),
            config.get("inputMapping"),
            text("key"),
            config.get("debounce"),
            text("onRunning").map(OnRunning::read).orElse(OnRunning.START)));
  }

  private Optional<String> text(String name) {
    return config.get(name).filter(value -> !value.isNull()).map(Json::asText);
  }
}
