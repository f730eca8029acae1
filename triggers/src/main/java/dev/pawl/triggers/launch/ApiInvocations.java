package dev.pawl.triggers.launch;

import dev.pawl.engine.expression.ExpressionException;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.sdk.Json;
import dev.pawl.triggers.binding.InputMapping;
import dev.pawl.triggers.config.ConfigCache;
import dev.pawl.triggers.config.FlowTrigger;
import dev.pawl.triggers.config.FlowTriggerType;
import dev.pawl.triggers.config.TenantTriggers;
import java.util.Optional;
import java.util.OptionalLong;

/** Prepares the input of flows that callers start. */
public final class ApiInvocations {

  private final ConfigCache cache;

  public ApiInvocations(ConfigCache cache) {
    this.cache = cache;
  }

  /**
   * An input that is ready for a start.
   *
   * @param epoch the configuration that it was prepared with; empty for a flow without a trigger
   */
  public record PreparedInput(Json input, OptionalLong epoch) {}

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
      return new PreparedInput(input, OptionalLong.empty());
    }
    if (trigger.get().type() == FlowTriggerType.SCREEN) {
      throw new InputRefusedException(
          "the flow '%s' has the type SCREEN, which cannot be started; change its trigger"
              .formatted(flow));
    }
    Envelope envelope = Envelope.ofInvocation(input, "api", flow, user, key);
    Optional<InputMapping> mapping =
        trigger
            .filter(one -> one.type() == FlowTriggerType.AUTOLAUNCHED)
            .flatMap(FlowTrigger::inputMapping);
    Json mapped;
    try {
      mapped = mapping.orElse(InputMapping.WHOLE_ENVELOPE).apply(envelope.toJson());
    } catch (ExpressionException e) {
      throw new InputRefusedException("inputMapping: " + e.getMessage());
    }
    FireDecider.violations(trigger, mapping.isPresent() ? mapped : input)
        .ifPresent(
            violations -> {
              throw new InputRefusedException("input: " + violations);
            });
    return new PreparedInput(mapped, OptionalLong.of(triggers.epoch()));
  }
}
