package dev.pawl.server.trigger;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Permission;
import dev.pawl.server.access.RequiresPermission;
import dev.pawl.server.flow.ActiveVersions;
import dev.pawl.server.flow.FlowChanges;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.web.AuditDetail;
import dev.pawl.server.web.Listing;
import dev.pawl.triggers.Triggers;
import dev.pawl.triggers.config.FlowTrigger;
import dev.pawl.triggers.config.FlowTriggerStore;
import dev.pawl.triggers.config.FlowTriggerType;
import dev.pawl.triggers.config.TriggerActivity;
import dev.pawl.triggers.webhook.WebhookRule;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Endpoints that say how a flow starts. */
@RestController
public final class FlowTriggerController {

  /** The maximum number of executions that a list of starts has. */
  private static final int MAX_STARTS = 100;

  private final FlowTriggerStore triggers;
  private final ActiveVersions flows;
  private final OpenWebhooks openWebhooks;
  private final TriggerActivity activity;

  FlowTriggerController(Triggers triggers, ActiveVersions flows, OpenWebhooks openWebhooks) {
    this.triggers = triggers.flowTriggers();
    this.activity = triggers.activity();
    this.flows = flows;
    this.openWebhooks = openWebhooks;
  }

  /** How a flow starts. */
  record TriggerBody(
      @Schema(description = "What starts the flow.", example = "EVENT_TRIGGERED") @NotNull
          FlowTriggerType type,
      @Schema(
              description =
                  "Settings of the trigger: inputMapping and inputSchema; for AUTOLAUNCHED a"
                      + " webhook {path, authentication, style, hmac, respond}; for EVENT_TRIGGERED"
                      + " the fields of a binding.",
              example = "{\"event\": \"order.created\"}")
          @Nullable Json config) {}

  /** How a flow starts, and its webhook if it has one. */
  record TriggerView(
      @Schema(description = "What starts the flow.", example = "AUTOLAUNCHED") FlowTriggerType type,
      @Schema(
              description = "Settings of the trigger as they were given.",
              example = "{\"webhook\": {\"path\": \"orders\"}}")
          Json config,
      @Schema(description = "The webhook in the settings; absent if there is none.")
          @Nullable WebhookView webhook,
      @Schema(
              description = "What triggers of this type cannot do yet; absent if they work.",
              example =
                  "no trigger of type KAFKA_TRIGGERED starts the flow yet; callers can start it,"
                      + " and events by bindings")
          @Nullable String warning) {}

  @GetMapping("/api/flows/{flow}/trigger")
  @RequiresPermission(value = Permission.READ, summary = "Returns how a flow starts.")
  TriggerView get(Caller caller, @PathVariable String flow) {
    String code = flows.code(caller.tenant(), flow);
    return find(caller, code)
        .orElseThrow(() -> ApiException.notFound("trigger of flow '" + flow + "'"));
  }

  private Optional<TriggerView> find(Caller caller, String code) {
    return triggers
        .find(caller.tenant(), code)
        .map(
            found ->
                new TriggerView(
                    found.type(),
                    found.config(),
                    webhook(caller, code),
                    found.type().limitation().orElse(null)));
  }

  /** An execution that a trigger has started. */
  record TriggeredView(
      @Schema(
              description = "Id of the execution.",
              example = "0199f3c2-7a31-7cc4-b0b5-2d1f6f0a9e11")
          UUID execution,
      @Schema(description = "Time of the start.") Instant at,
      @Schema(description = "Current status of the execution.", example = "SUCCEEDED")
          String status,
      @Schema(description = "Trigger that started it.", example = "trigger:webhook:orders")
          String startedBy) {}

  @GetMapping("/api/flows/{flow}/trigger/starts")
  @RequiresPermission(
      value = Permission.READ,
      summary =
          "Lists what the triggers of a flow have started in the last 24 hours, newest first.")
  Listing<TriggeredView> starts(
      Caller caller,
      @PathVariable String flow,
      @RequestParam(defaultValue = "20") @Min(1) @Max(MAX_STARTS) int limit) {
    String code = flows.code(caller.tenant(), flow);
    return new Listing<>(
        activity
            .latest(caller.tenant(), code, Instant.now().minus(StartsView.PERIOD), limit)
            .stream()
            .map(one -> new TriggeredView(one.id(), one.at(), one.status(), one.startedBy()))
            .toList(),
        null);
  }

  @PutMapping("/api/flows/{flow}/trigger")
  @RequiresPermission(
      value = Permission.EDIT,
      summary = "Sets how a flow starts: by callers, by events, or by other triggers.")
  TriggerView put(Caller caller, @PathVariable String flow, @Valid @RequestBody TriggerBody body) {
    String code = flows.code(caller.tenant(), flow);
    Json config = body.config() == null ? JsonObject.EMPTY : body.config();
    if (!(config instanceof JsonObject settings)) {
      throw ApiException.malformed("config: must be an object, got a " + config.kind());
    }
    Optional<TriggerView> before = find(caller, code);
    BindingsController.checked(
        () -> {
          FlowTrigger trigger = new FlowTrigger(code, body.type(), settings);
          requireAuthentication(trigger);
          triggers.put(
              caller.tenant(),
              trigger,
              caller.name(),
              connection -> {
                FlowChanges.requireSuitable(connection, caller.tenant(), trigger);
                return true;
              });
          return true;
        });
    return AuditDetail.changed(before, get(caller, flow));
  }

  private void requireAuthentication(FlowTrigger trigger) {
    boolean isOpen =
        trigger
            .webhook()
            .filter(webhook -> webhook.authentication() == WebhookRule.Authentication.NONE)
            .isPresent();
    if (isOpen && !openWebhooks.isAllowed()) {
      throw ApiException.refused(
          "open-webhook",
          "config.webhook.authentication: NONE is not allowed on this server; use WEBHOOK_SECRET or"
              + " TENANT_API_KEY, or ask the operator to start it with --open-webhooks true");
    }
  }

  private @Nullable WebhookView webhook(Caller caller, String code) {
    return triggers.webhook(caller.tenant(), code).map(WebhookView::of).orElse(null);
  }
}
