package dev.pawl.triggers.config;

import dev.pawl.model.schema.JsonSchema;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.JsonString;
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
    if (isEvent) {
      rule(flow, config);
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
    return Optional.of(rule(flow, config));
  }

  private static BindingRule rule(String flow, JsonObject config) {
    return new BindingRule(
        text(config, "event")
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "config.event: is missing; name the event that starts the flow, such as"
                            + " order.created")),
        id(config, "clientId"),
        id(config, "lobId"),
        id(config, "productId"),
        flow,
        priority(config),
        present(config, "exclusive").map(FlowTrigger::isExclusive).orElse(false),
        true,
        text(config, "filter"),
        config.get("inputMapping"),
        text(config, "key"),
        present(config, "debounce"),
        text(config, "onRunning").map(OnRunning::read).orElse(OnRunning.START));
  }

  private static int priority(JsonObject config) {
    return present(config, "priority")
        .map(
            value -> {
              if (value instanceof JsonNumber number
                  && number.isLong()
                  && number.longValue() == (int) number.longValue()) {
                return (int) number.longValue();
              }
              throw wrong("priority", value, "a whole number from -2147483648 to 2147483647");
            })
        .orElse(0);
  }

  private static boolean isExclusive(Json value) {
    if (value instanceof JsonBool) {
      return value.isTrue();
    }
    throw wrong("exclusive", value, "true or false");
  }

  private static Optional<String> text(JsonObject config, String name) {
    return present(config, name)
        .map(
            value -> {
              if (value instanceof JsonString text) {
                return text.asText();
              }
              throw wrong(name, value, "a text");
            });
  }

  /** Ids are numbers in some applications, and are kept as text. */
  private static Optional<String> id(JsonObject config, String name) {
    return present(config, name)
        .map(
            value -> {
              if (value instanceof JsonString || value instanceof JsonNumber) {
                return value.asText();
              }
              throw wrong(name, value, "a text or a number");
            });
  }

  private static IllegalArgumentException wrong(String name, Json value, String allowed) {
    String given = value instanceof JsonNumber ? value.toString() : "a " + value.kind();
    return new IllegalArgumentException(
        "config.%s: must be %s, got %s".formatted(name, allowed, given));
  }

  private static Optional<Json> present(JsonObject config, String name) {
    return config.get(name).filter(value -> !value.isNull());
  }
}
