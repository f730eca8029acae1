package dev.pawl.triggers.launch;

import dev.pawl.engine.expression.ExpressionException;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.triggers.binding.InputMapping;
import dev.pawl.triggers.config.ConfigCache;
import dev.pawl.triggers.config.FlowTrigger;
import dev.pawl.triggers.config.FlowTriggerType;
import dev.pawl.triggers.config.TenantTriggers;
import java.util.Optional;

/** Prepares the input of flows that callers start. */
public final class ApiInvocations {

  private final ConfigCache cache;

  public ApiInvocations(ConfigCache cache) {
    this.cache = cache;
  }

  /**
   * An input that is ready for a start.
   *
   * @param context what states see as {@code $$.Trigger} and {@code $$.Context}
   */
  public record PreparedInput(Json input, JsonObject context) {}

  /** Thrown when an input does not match the schema of a flow, or the flow cannot be called. */
  public static final class InputRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1;

    private InputRefusedException(String message) {
      super(message);
    }
  }

  /**
   * Returns the input of an execution: the given one for a flow without a trigger, else what the
   * mapping of the trigger takes from the envelope.
   *
   * @throws InputRefusedException if the input is wrong
   */
  public PreparedInput prepare(ExecutionKey key, String flow, Json input, Optional<String> user) {
    TenantTriggers triggers = cache.of(key.tenant());
    Optional<FlowTrigger> trigger = triggers.ofFlow(flow);
    if (trigger.isEmpty()) {
      return new PreparedInput(input, JsonObject.EMPTY);
    }
    return prepare(trigger.get(), Envelope.ofInvocation(input, "api", flow, user, key));
  }

  /**
   * Returns the input of an execution: what the mapping of the trigger takes from the envelope.
   *
   * @throws InputRefusedException if the input is wrong
   */
  static PreparedInput prepare(FlowTrigger trigger, Envelope envelope) {
    if (trigger.type() == FlowTriggerType.SCREEN) {
      throw new InputRefusedException(
          "the flow '%s' has the type SCREEN, which cannot be started; change its trigger"
              .formatted(trigger.flow()));
    }
    Optional<InputMapping> mapping =
        trigger.type() == FlowTriggerType.AUTOLAUNCHED ? trigger.inputMapping() : Optional.empty();
    Json mapped;
    try {
      mapped = mapping.orElse(InputMapping.WHOLE_ENVELOPE).apply(envelope.toJson());
    } catch (ExpressionException e) {
      throw new InputRefusedException("inputMapping: " + e.getMessage());
    }
    FireDecider.violations(Optional.of(trigger), mapping.isPresent() ? mapped : envelope.data())
        .ifPresent(
            violations -> {
              throw new InputRefusedException("input: " + violations);
            });
    return new PreparedInput(mapped, envelope.launchContext());
  }
}
