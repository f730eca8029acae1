package dev.pawl.server.trigger;

import dev.pawl.engine.store.TenantId;
import dev.pawl.sdk.Json;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Permission;
import dev.pawl.server.access.RequiresPermission;
import dev.pawl.server.execution.Broadcast;
import dev.pawl.server.flow.ActiveVersions;
import dev.pawl.server.flow.EmergencyStops;
import dev.pawl.server.problem.ApiException;
import dev.pawl.triggers.Triggers;
import dev.pawl.triggers.binding.DomainEvent;
import dev.pawl.triggers.launch.EventTrial;
import dev.pawl.triggers.launch.EventTrial.BindingTrial;
import dev.pawl.triggers.launch.EventTrial.TrialOutcome;
import dev.pawl.triggers.launch.FlowResolver;
import dev.pawl.triggers.launch.RejectReason;
import dev.pawl.triggers.launch.RejectedFires;
import dev.pawl.triggers.launch.RejectedFires.RejectedFire;
import dev.pawl.triggers.launch.RejectedFires.RejectedQuery;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Endpoints that say what an event or a replay would do, without doing it. */
@RestController
public final class EventTrialController {

  /** The maximum number of rejected fires that one trial evaluates. */
  private static final int MAX_FIRES = 200;

  private static final int MAX_SAMPLES = 20;

  private final Triggers triggers;
  private final EventTrial trial;
  private final RejectedFires rejected;
  private final Broadcast broadcast;
  private final EmergencyStops stops;

  EventTrialController(
      Triggers triggers, ActiveVersions flows, Broadcast broadcast, EmergencyStops stops) {
    this.triggers = triggers;
    this.trial =
        triggers.trial(
            (tenant, flow) ->
                flows
                    .active(tenant, flow)
                    .map(
                        found ->
                            new FlowResolver.StartableFlow(found.version(), found.priority())));
    this.rejected = triggers.rejected();
    this.broadcast = broadcast;
    this.stops = stops;
  }

  /** What an event would do. */
  record EventTrialResult(
      @Schema(description = "Name of the event.", example = "POLICY_CREATED") String type,
      @Schema(
              description =
                  "True if events start nothing now, since the tenant is stopped; the rest says"
                      + " what would happen otherwise.",
              example = "false")
          boolean paused,
      @Schema(
              description =
                  "Bindings of this event in the order of their turns, at most 200; also those that"
                      + " do not match.")
          List<BindingTrialView> bindings,
      @Schema(
              description =
                  "Number of executions that wait for the event and would get it; 1,000 for more"
                      + " than that.",
              example = "2")
          int wakes) {}

  @PostMapping("/api/events/try")
  @RequiresPermission(
      value = Permission.READ,
      summary =
          "Says what an event would start and wake, in which order, and why the other bindings do"
              + " not match; does nothing.")
  EventTrialResult tryEvent(Caller caller, @Valid @RequestBody EventController.Event body) {
    DomainEvent event = EventController.event(body, triggers.newEventId());
    List<BindingTrialView> bindings = new ArrayList<>();
    int turn = 0;
    for (BindingTrial one : trial.run(caller.tenant(), event, Optional.of(caller.name()))) {
      boolean acts =
          switch (one.outcome()) {
            case STARTS, COLLECTS, SIGNALS -> true;
            case IGNORED, REPEATED, REJECTED, FILTERED -> false;
            case DIFFERS, DISABLED, SAME_FLOW, AFTER_EXCLUSIVE -> false;
          };
      turn += acts ? 1 : 0;
      bindings.add(BindingTrialView.of(one, acts ? turn : null));
    }
    return new EventTrialResult(
        event.type(),
        stops.isInForce(caller.tenant()),
        bindings,
        broadcast.countListeners(caller.tenant(), event.type()));
  }

  /** Which rejected fires a trial is about. */
  record ReplayTrialBody(
      @Schema(description = "Code of the flow; all if absent.", example = "policy-onboarding")
          @Nullable String flow,
      @Schema(description = "Kind of the problem; all if absent.", example = "SCHEMA")
          @Nullable RejectReason reason,
      @Schema(
              description = "Id of the only fire; all that match if absent.",
              example = "0199f3c2-7a31-7cc4-b0b5-2d1f6f0a9e11")
          @Nullable UUID id) {}

  /** What the replay of one fire would do. */
  record FireTrialView(
      @Schema(
              description = "Id of the rejected fire.",
              example = "0199f3c2-7a31-7cc4-b0b5-2d1f6f0a9e11")
          UUID id,
      @Schema(description = "Id of the event.", example = "evt-20261118-17") String eventId,
      @Schema(description = "What it would do; absent if its binding no longer exists.")
          @Nullable BindingTrialView result) {}

  /** What a replay would do. */
  record ReplayTrialResult(
      @Schema(description = "Number of fires that were evaluated, the newest first.", example = "7")
          int fires,
      @Schema(description = "True if there are more than were evaluated.", example = "false")
          boolean more,
      @Schema(description = "Fires whose flow would start.", example = "5") int starts,
      @Schema(description = "Fires that would be rejected again.", example = "1") int rejected,
      @Schema(
              description = "Fires without effect, such as those whose filter does not hold.",
              example = "1")
          int without,
      @Schema(description = "Fires whose binding no longer exists.", example = "0") int orphaned,
      @Schema(description = "What the first fires would do, at most 20.")
          List<FireTrialView> sample) {}

  @PostMapping("/api/rejected/try")
  @RequiresPermission(
      value = Permission.OPERATE,
      summary = "Says what a replay of the newest 200 rejected events would do; does nothing.")
  ReplayTrialResult tryReplay(
      Caller caller, @RequestBody(required = false) @Nullable ReplayTrialBody body) {
    ReplayTrialBody which = body == null ? new ReplayTrialBody(null, null, null) : body;
    List<RejectedFire> found = fires(caller.tenant(), which);
    Map<TrialOutcome, Integer> counts = new EnumMap<>(TrialOutcome.class);
    List<FireTrialView> sample = new ArrayList<>();
    int evaluated = Math.min(found.size(), MAX_FIRES);
    int orphaned = 0;
    for (RejectedFire fire : found.subList(0, evaluated)) {
      Optional<BindingTrial> result = trial.replay(caller.tenant(), fire);
      result.ifPresent(one -> counts.merge(one.outcome(), 1, Integer::sum));
      orphaned += result.isEmpty() ? 1 : 0;
      if (sample.size() < MAX_SAMPLES) {
        sample.add(
            new FireTrialView(
                fire.id(),
                fire.eventId(),
                result.map(one -> BindingTrialView.of(one, null)).orElse(null)));
      }
    }
    int starts = counts.getOrDefault(TrialOutcome.STARTS, 0);
    int again = counts.getOrDefault(TrialOutcome.REJECTED, 0);
    return new ReplayTrialResult(
        evaluated,
        found.size() > evaluated,
        starts,
        again,
        evaluated - starts - again - orphaned,
        orphaned,
        sample);
  }

  private List<RejectedFire> fires(TenantId tenant, ReplayTrialBody which) {
    if (which.id() != null) {
      return List.of(
          rejected
              .find(tenant, which.id())
              .orElseThrow(() -> ApiException.notFound("rejected event " + which.id())));
    }
    return rejected.list(
        tenant,
        new RejectedQuery(
            Optional.ofNullable(which.flow()),
            Optional.ofNullable(which.reason()),
            Optional.empty(),
            MAX_FIRES + 1));
  }

  /** The start that a binding would make. */
  record PlannedStartView(
      @Schema(description = "Version of the flow that would run.", example = "3") int version,
      @Schema(
              description = "Input that the execution would get.",
              example = "{\"policy\": \"P-40452\"}")
          Json input,
      @Schema(description = "Business key; absent if there is none.", example = "P-40452")
          @Nullable String businessKey,
      @Schema(
              description = "Key that makes the event start the flow once.",
              example = "event:evt-20261118-17")
          String idempotencyKey) {

    static PlannedStartView of(EventTrial.PlannedStart start) {
      return new PlannedStartView(
          start.version(), start.input(), start.businessKey().orElse(null), start.idempotencyKey());
    }
  }

  /** A field in which a binding and an event differ. */
  record DifferenceView(
      @Schema(description = "Name of the field.", example = "clientId") String field,
      @Schema(description = "Value that the binding wants.", example = "17") String wanted,
      @Schema(description = "Value of the event; absent if it has none.", example = "18")
          @Nullable String actual) {}

  /** What an event would do by one binding. */
  record BindingTrialView(
      @Schema(description = "The binding.") BindingView binding,
      @Schema(description = "What the event would do by it.", example = "STARTS")
          TrialOutcome outcome,
      @Schema(
              description =
                  "Place among the bindings that act, from 1; absent if this one does nothing.",
              example = "1")
          @Nullable Integer turn,
      @Schema(
              description = "The outcome in words.",
              example = "clientId: the binding wants 17, the event has 18")
          String message,
      @Schema(description = "Kind of the problem of a rejected fire; absent otherwise.")
          @Nullable RejectReason rejected,
      @Schema(description = "Fields in which binding and event differ.")
          List<DifferenceView> differences,
      @Schema(description = "The start; absent if none would be made.")
          @Nullable PlannedStartView start,
      @Schema(
              description =
                  "Execution that would get the event, or that is the reason for the outcome.",
              example = "0199f3c2-7a31-7cc4-b0b5-2d1f6f0a9e11")
          @Nullable UUID execution) {

    static BindingTrialView of(BindingTrial one, @Nullable Integer turn) {
      return new BindingTrialView(
          BindingView.of(one.binding()),
          one.outcome(),
          turn,
          TrialMessages.of(one),
          one.rejected().orElse(null),
          one.differences().stream()
              .map(
                  each ->
                      new DifferenceView(each.field(), each.wanted(), each.actual().orElse(null)))
              .toList(),
          one.start().map(PlannedStartView::of).orElse(null),
          one.existing().orElse(null));
    }
  }
}
