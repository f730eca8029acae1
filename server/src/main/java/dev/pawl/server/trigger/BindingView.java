package dev.pawl.server.trigger;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.pawl.sdk.Json;
import dev.pawl.server.web.FlowScoped;
import dev.pawl.triggers.binding.Binding;
import dev.pawl.triggers.binding.Binding.BindingRule;
import dev.pawl.triggers.config.BindingStore;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A binding as the API shows it. */
record BindingView(
    @Schema(description = "Id of the binding.", example = "0199f3c2-7a31-7cc4-b0b5-2d1f6f0a9e11")
        UUID id,
    @Schema(description = "Event that starts the flow.", example = "POLICY_CREATED") String event,
    @Schema(description = "Code of the flow.", example = "policy-onboarding") String flow,
    @Schema(description = "Client that it is limited to; absent for any.", example = "17")
        @Nullable String clientId,
    @Schema(description = "Line of business that it is limited to; absent for any.", example = "3")
        @Nullable String lobId,
    @Schema(description = "Product that it is limited to; absent for any.", example = "5")
        @Nullable String productId,
    @Schema(description = "Higher priorities come first.", example = "10") int priority,
    @Schema(description = "True if bindings after this one are not considered.") boolean exclusive,
    @Schema(description = "Formula that must be true.", example = "payload.premium > 100")
        @Nullable String filter,
    @Schema(
            description = "Where the input comes from: target paths and JSONPaths of the envelope.",
            example = "{\"policy\": \"$.event.aggregateId\"}")
        @Nullable Json inputMapping,
    @Schema(
            description = "Formula of the business key; the aggregateId if absent.",
            example = "event.aggregateId")
        @Nullable String key,
    @Schema(
            description = "How events are collected before the flow starts once.",
            example = "{\"key\": \"event.clientId\", \"wait\": \"PT10S\", \"collect\": \"last\"}")
        @Nullable Json debounce,
    @Schema(
            description =
                "What an event does while an execution of the flow with the same business key is"
                    + " unfinished.",
            example = "signal")
        String onRunning,
    @Schema(description = "False if it is switched off.", example = "true") boolean enabled,
    @Schema(
            description =
                "True if it belongs to the trigger or the definition of the flow, and changes only"
                    + " with it.",
            example = "false")
        boolean ofFlow,
    @Schema(
            description =
                "What it belongs to: trigger or definition of the flow, or application; absent if"
                    + " it stands alone.",
            allowableValues = {"trigger", "definition", "application"},
            example = "trigger")
        @Nullable String owner,
    @Schema(description = "Who created it.", example = "ci") String createdBy,
    @Schema(description = "Time of its creation.") Instant createdAt,
    @Schema(
            description =
                "What it has started in the last 24 hours; present if asked for with starts=true.")
        @Nullable StartsView starts)
    implements FlowScoped {

  static BindingView of(Binding binding) {
    return of(binding, null);
  }

  static BindingView of(Binding binding, @Nullable StartsView starts) {
    BindingRule rule = binding.rule();
    return new BindingView(
        binding.id(),
        rule.eventType(),
        rule.flow(),
        rule.clientId().orElse(null),
        rule.lobId().orElse(null),
        rule.productId().orElse(null),
        rule.priority(),
        rule.exclusive(),
        rule.filter().orElse(null),
        rule.inputMapping().orElse(null),
        rule.key().orElse(null),
        rule.debounce().orElse(null),
        rule.onRunning().word(),
        rule.enabled(),
        binding.owner().isPresent(),
        binding.owner().map(BindingView::owner).orElse(null),
        binding.createdBy(),
        binding.createdAt(),
        starts);
  }

  private static String owner(String stored) {
    return stored.equals(BindingStore.OWNED_BY_TRIGGER)
        ? "trigger"
        : stored.startsWith("definition:") ? "definition" : "application";
  }

  @Override
  @JsonIgnore
  public String flowCode() {
    return flow;
  }
}
