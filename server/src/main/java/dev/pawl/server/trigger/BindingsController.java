package dev.pawl.server.trigger;

import dev.pawl.sdk.Json;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.FlowScope;
import dev.pawl.server.access.Permission;
import dev.pawl.server.access.RequiresPermission;
import dev.pawl.server.flow.ActiveVersions;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.web.ApiStatus;
import dev.pawl.server.web.AuditDetail;
import dev.pawl.server.web.IdParameters;
import dev.pawl.server.web.Listing;
import dev.pawl.server.web.Paging;
import dev.pawl.triggers.Triggers;
import dev.pawl.triggers.binding.Binding;
import dev.pawl.triggers.binding.Binding.BindingRule;
import dev.pawl.triggers.binding.OnRunning;
import dev.pawl.triggers.config.BindingExistsException;
import dev.pawl.triggers.config.BindingStore;
import dev.pawl.triggers.config.BindingStore.BindingQuery;
import dev.pawl.triggers.config.DeclaredBindings;
import dev.pawl.triggers.config.TriggerActivity;
import dev.pawl.triggers.config.TriggerActivity.TriggerStarts;
import dev.pawl.triggers.config.WebhookPathTakenException;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Endpoints for the bindings of events to flows. */
@RestController
public final class BindingsController {

  private final BindingStore bindings;
  private final TriggerActivity activity;
  private final ActiveVersions flows;

  BindingsController(Triggers triggers, ActiveVersions flows) {
    this.bindings = triggers.bindings();
    this.activity = triggers.activity();
    this.flows = flows;
  }

  /** A binding to create, or the new content of one. */
  record BindingBody(
      @Schema(
              description =
                  "Event that starts the flow: a name, or a prefix such as policy.* for all below.",
              example = "POLICY_CREATED")
          @NotNull
          String event,
      @Schema(description = "Code or id of the flow.", example = "policy-onboarding") @NotNull
          String flow,
      @Schema(description = "Client that it is limited to; any if absent.", example = "17")
          @Nullable String clientId,
      @Schema(description = "Line of business that it is limited to; any if absent.", example = "3")
          @Nullable String lobId,
      @Schema(description = "Product that it is limited to; any if absent.", example = "5")
          @Nullable String productId,
      @Schema(description = "Higher priorities come first; 0 if absent.", example = "10")
          @Nullable Integer priority,
      @Schema(description = "True if bindings after this one are not considered; false if absent.")
          @Nullable Boolean exclusive,
      @Schema(
              description = "Formula that must be true; every event if absent.",
              example = "payload.premium > 100")
          @Nullable String filter,
      @Schema(
              description =
                  "Where the input comes from: target paths and JSONPaths of the envelope, or one"
                      + " JSONPath; the whole envelope if absent.",
              example = "{\"policy\": \"$.event.aggregateId\"}")
          @Nullable Json inputMapping,
      @Schema(
              description = "Formula of the business key; the aggregateId if absent.",
              example = "event.aggregateId")
          @Nullable String key,
      @Schema(
              description =
                  "Collects events before the flow starts once: key (a formula), wait, max and"
                      + " collect (last or all).",
              example = "{\"key\": \"event.clientId\", \"wait\": \"PT10S\", \"collect\": \"last\"}")
          @Nullable Json debounce,
      @Schema(
              description =
                  "What an event does while an execution of the flow with the same business key is"
                      + " unfinished: start another one, ignore the event, or signal (send) it to"
                      + " that execution; start if absent.",
              example = "signal")
          @Nullable
          @Pattern(regexp = "start|ignore|signal")
          String onRunning,
      @Schema(description = "False to switch it off; true if absent.", example = "true")
          @Nullable Boolean enabled) {

    BindingRule rule(String flowCode) {
      return new BindingRule(
          event,
          Optional.ofNullable(clientId),
          Optional.ofNullable(lobId),
          Optional.ofNullable(productId),
          flowCode,
          priority == null ? 0 : priority,
          Boolean.TRUE.equals(exclusive),
          !Boolean.FALSE.equals(enabled),
          Optional.ofNullable(filter),
          Optional.ofNullable(inputMapping).filter(json -> !json.isNull()),
          Optional.ofNullable(key),
          Optional.ofNullable(debounce).filter(json -> !json.isNull()),
          onRunning == null ? OnRunning.START : OnRunning.read(onRunning));
    }
  }

  @GetMapping("/api/bindings")
  @RequiresPermission(
      value = Permission.READ,
      summary = "Lists the bindings of events to flows.",
      flowScope = FlowScope.FILTERED)
  Listing<BindingView> list(
      Caller caller,
      @RequestParam(required = false) @Nullable String event,
      @RequestParam(required = false) @Nullable String flow,
      @RequestParam(defaultValue = "false") boolean starts,
      @RequestParam(defaultValue = "") String after,
      @RequestParam(defaultValue = "50") @Min(1) @Max(Paging.MAX_LIMIT) int limit) {
    BindingQuery query =
        new BindingQuery(
            Optional.ofNullable(event),
            Optional.ofNullable(flow).map(one -> flows.codeOrArgument(caller.tenant(), one)),
            after.isEmpty() ? Optional.empty() : Optional.of(Paging.parseCursor(after)),
            limit);
    List<Binding> found = bindings.list(caller.tenant(), query);
    return Listing.of(
        starts ? withStarts(caller, found) : found.stream().map(BindingView::of).toList(),
        limit,
        binding -> binding.id().toString());
  }

  private List<BindingView> withStarts(Caller caller, List<Binding> found) {
    Set<String> codes = found.stream().map(one -> one.rule().flow()).collect(Collectors.toSet());
    Map<String, TriggerStarts> counted =
        activity.count(caller.tenant(), codes, Instant.now().minus(StartsView.PERIOD));
    return found.stream()
        .map(
            one ->
                BindingView.of(
                    one, StartsView.of(counted.get(TriggerActivity.ofBinding(one.id())))))
        .toList();
  }

  @PostMapping("/api/bindings")
  @RequiresPermission(value = Permission.EDIT, summary = "Creates a binding of an event to a flow.")
  @ApiStatus(201)
  ResponseEntity<BindingView> create(Caller caller, @Valid @RequestBody BindingBody body) {
    BindingRule rule = body.rule(flows.code(caller.tenant(), body.flow()));
    Binding created = checked(() -> bindings.add(caller.tenant(), rule, caller.name()));
    return ResponseEntity.created(URI.create("/api/bindings/" + created.id()))
        .body(AuditDetail.changed(Optional.empty(), BindingView.of(created)));
  }

  @GetMapping("/api/bindings/{id}")
  @RequiresPermission(value = Permission.READ, summary = "Returns a binding.")
  BindingView get(Caller caller, @PathVariable String id) {
    return BindingView.of(bindings.find(caller.tenant(), id(id)).orElseThrow(() -> unknown(id)));
  }

  @PutMapping("/api/bindings/{id}")
  @RequiresPermission(value = Permission.EDIT, summary = "Replaces a binding.")
  BindingView replace(
      Caller caller, @PathVariable String id, @Valid @RequestBody BindingBody body) {
    BindingRule rule = body.rule(flows.code(caller.tenant(), body.flow()));
    return replaced(caller, id, rule);
  }

  @PostMapping("/api/bindings/{id}/enable")
  @RequiresPermission(value = Permission.OPERATE, summary = "Switches a binding on.")
  BindingView enable(Caller caller, @PathVariable String id) {
    return switched(caller, id, true);
  }

  @PostMapping("/api/bindings/{id}/disable")
  @RequiresPermission(
      value = Permission.OPERATE,
      summary = "Switches a binding off: from the response on, no node starts anything by it.")
  BindingView disable(Caller caller, @PathVariable String id) {
    return switched(caller, id, false);
  }

  private BindingView switched(Caller caller, String id, boolean on) {
    Binding found = bindings.find(caller.tenant(), id(id)).orElseThrow(() -> unknown(id));
    return replaced(caller, id, found.rule().withEnabled(on));
  }

  private BindingView replaced(Caller caller, String id, BindingRule rule) {
    Optional<BindingView> before = bindings.find(caller.tenant(), id(id)).map(BindingView::of);
    return AuditDetail.changed(
        before,
        BindingView.of(
            checked(() -> bindings.replace(caller.tenant(), id(id), rule))
                .orElseThrow(() -> ofFlowOrUnknown(caller, id))));
  }

  @DeleteMapping("/api/bindings/{id}")
  @RequiresPermission(
      value = Permission.EDIT,
      summary = "Removes a binding: from the response on, no node starts anything by it.")
  @ApiStatus(204)
  ResponseEntity<Void> remove(Caller caller, @PathVariable String id) {
    Optional<BindingView> before = bindings.find(caller.tenant(), id(id)).map(BindingView::of);
    if (!bindings.remove(caller.tenant(), id(id))) {
      throw ofFlowOrUnknown(caller, id);
    }
    before.ifPresent(AuditDetail::removed);
    return ResponseEntity.noContent().build();
  }

  private ApiException ofFlowOrUnknown(Caller caller, String id) {
    return bindings
        .find(caller.tenant(), id(id))
        .map(
            found ->
                ApiException.conflict(
                    "of-flow", "the binding belongs to %s".formatted(ownerOf(found))))
        .orElseGet(() -> unknown(id));
  }

  private static String ownerOf(Binding binding) {
    String flow = binding.rule().flow();
    String owner = binding.owner().orElse("");
    return owner.equals(DeclaredBindings.ofDefinition(flow))
        ? "the definition of the flow '%s'; change its 'bindings' and publish it".formatted(flow)
        : owner.equals(BindingStore.OWNED_BY_TRIGGER)
            ? "the trigger of the flow '%s'; change it by PUT /api/flows/%s/trigger"
                .formatted(flow, flow)
            : "'%s', which declares it; change it there".formatted(owner);
  }

  private static UUID id(String text) {
    return IdParameters.parse(text).orElseThrow(() -> unknown(text));
  }

  private static ApiException unknown(String id) {
    return ApiException.notFound("binding " + id);
  }

  /** Converts what the store refuses. */
  static <T> T checked(Supplier<T> change) {
    try {
      return change.get();
    } catch (BindingExistsException exists) {
      throw ApiException.conflict("binding-exists", String.valueOf(exists.getMessage()));
    } catch (WebhookPathTakenException taken) {
      throw ApiException.conflict("webhook-path-taken", String.valueOf(taken.getMessage()));
    } catch (IllegalArgumentException wrong) {
      throw ApiException.refused("bad-binding", String.valueOf(wrong.getMessage()));
    }
  }
}
