package dev.pawl.server.trigger;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Permission;
import dev.pawl.server.access.RequiresPermission;
import dev.pawl.server.flow.ActiveVersions;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.web.AuditDetail;
import dev.pawl.triggers.Triggers;
import dev.pawl.triggers.config.FlowTrigger;
import dev.pawl.triggers.config.FlowTriggerStore;
import dev.pawl.triggers.config.FlowTriggerType;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Endpoints that say how a flow starts. */
@RestController
public final class FlowTriggerController {

  private final FlowTriggerStore triggers;
  private final ActiveVersions flows;

  FlowTriggerController(Triggers triggers, ActiveVersions flows) {
    this.triggers = triggers.flowTriggers();
    this.flows = flows;
  }

  /** How a flow starts. */
  record TriggerBody(
      @Schema(description = "What starts the flow.", example = "EVENT_TRIGGERED") @NotNull
          FlowTriggerType type,
      @Schema(
              description =
                  "Settings of the trigger: inputMapping and inputSchema, and for EVENT_TRIGGERED"
                      + " the fields of a binding.",
              example = "{\"event\": \"order.created\"}")
          @Nullable Json config) {}

  @GetMapping("/api/flows/{flow}/trigger")
  @RequiresPermission(value = Permission.READ, summary = "Returns how a flow starts.")
  TriggerBody get(Caller caller, @PathVariable String flow) {
    String code = flows.code(caller.tenant(), flow);
    return find(caller, code)
        .orElseThrow(() -> ApiException.notFound("trigger of flow '" + flow + "'"));
  }

  private Optional<TriggerBody> find(Caller caller, String code) {
    return triggers
        .find(caller.tenant(), code)
        .map(found -> new TriggerBody(found.type(), found.config()));
  }

  @PutMapping("/api/flows/{flow}/trigger")
  @RequiresPermission(
      value = Permission.EDIT,
      summary = "Sets how a flow starts: by callers, by events, or by other triggers.")
  TriggerBody put(Caller caller, @PathVariable String flow, @Valid @RequestBody TriggerBody body) {
    String code = flows.code(caller.tenant(), flow);
    Json config = body.config() == null ? JsonObject.EMPTY : body.config();
    if (!(config instanceof JsonObject settings)) {
      throw ApiException.malformed("config: must be an object, got a " + config.kind());
    }
    Optional<TriggerBody> before = find(caller, code);
    BindingsController.checked(
        () -> {
          FlowTrigger trigger = new FlowTrigger(code, body.type(), settings);
          triggers.put(caller.tenant(), trigger, caller.name());
          return true;
        });
    return AuditDetail.changed(before, get(caller, flow));
  }
}
