package dev.pawl.server.trigger;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.sdk.Json;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.FlowScope;
import dev.pawl.server.access.Permission;
import dev.pawl.server.access.RequiresPermission;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.web.ApiStatus;
import dev.pawl.server.web.FlowScoped;
import dev.pawl.server.web.IdParameters;
import dev.pawl.server.web.Listing;
import dev.pawl.server.web.Paging;
import dev.pawl.triggers.Triggers;
import dev.pawl.triggers.launch.FireReplay;
import dev.pawl.triggers.launch.RejectReason;
import dev.pawl.triggers.launch.RejectedFires;
import dev.pawl.triggers.launch.RejectedFires.RejectedFire;
import dev.pawl.triggers.launch.RejectedFires.RejectedQuery;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Endpoints for fires of triggers that could not start their flow. */
@RestController
public final class RejectedController {

  private final RejectedFires rejected;
  private final FireReplay replay;

  RejectedController(Triggers triggers) {
    this.rejected = triggers.rejected();
    this.replay = triggers.replay();
  }

  /** A fire that could not start its flow. */
  record RejectedView(
      @Schema(description = "Id of the entry.", example = "0199f3c2-7a31-7cc4-b0b5-2d1f6f0a9e11")
          UUID id,
      @Schema(description = "Time of the rejection.") Instant at,
      @Schema(description = "Kind of the problem.", example = "SCHEMA") RejectReason reason,
      @Schema(
              description = "What is wrong, and what to do.",
              example = "/amount must be a number, got a string")
          String message,
      @Schema(description = "Flow that was to start.", example = "policy-onboarding") String flow,
      @Schema(description = "Binding that fired.", example = "0199f3c2-7a31-7cc4-b0b5-2d1f6f0a9e11")
          String binding,
      @Schema(description = "Name of the event.", example = "POLICY_CREATED") String event,
      @Schema(description = "Id of the event.", example = "evt-20261118-17") String eventId,
      @Schema(description = "Data that a replay repeats, as JSON.", example = "{\"event\": {}}")
          Json fire)
      implements FlowScoped {

    static RejectedView of(RejectedFire fire) {
      return new RejectedView(
          fire.id(),
          fire.at(),
          fire.reason(),
          fire.message(),
          fire.flow(),
          fire.trigger(),
          fire.eventType(),
          fire.eventId(),
          fire.fire());
    }

    @Override
    @JsonIgnore
    public String flowCode() {
      return flow;
    }
  }

  /** The result of a replay. */
  record ReplayResult(
      @Schema(
              description =
                  "Id of the execution; absent if the filter does not hold or the fire was rejected"
                      + " again.",
              example = "0199f3c2-7a31-7cc4-b0b5-2d1f6f0a9e11")
          @Nullable UUID execution,
      @Schema(description = "True if the fire was rejected again.", example = "false")
          boolean rejectedAgain) {}

  /** Which fires a bulk replay repeats. */
  record BulkReplayBody(
      @Schema(description = "Code of the flow; all if absent.", example = "policy-onboarding")
          @Nullable String flow,
      @Schema(description = "Kind of the problem; all if absent.", example = "SCHEMA")
          @Nullable RejectReason reason) {}

  /** The result of a bulk replay. */
  record BulkReplayResult(
      @Schema(description = "Fires that started their flow.", example = "12") int started,
      @Schema(description = "Fires that were rejected again or have no binding.", example = "0")
          int failed) {}

  @GetMapping("/api/rejected")
  @RequiresPermission(
      value = Permission.READ,
      summary = "Lists events that could not start their flow, newest first.",
      flowScope = FlowScope.FILTERED)
  Listing<RejectedView> list(
      Caller caller,
      @RequestParam(required = false) @Nullable String flow,
      @RequestParam(required = false) @Nullable RejectReason reason,
      @RequestParam(defaultValue = "") String after,
      @RequestParam(defaultValue = "50") @Min(1) @Max(Paging.MAX_LIMIT) int limit) {
    RejectedQuery query =
        new RejectedQuery(
            Optional.ofNullable(flow),
            Optional.ofNullable(reason),
            after.isEmpty() ? Optional.empty() : Optional.of(Paging.parseCursor(after)),
            limit);
    return Listing.of(
        rejected.list(caller.tenant(), query).stream().map(RejectedView::of).toList(),
        limit,
        one -> one.id().toString());
  }

  @PostMapping("/api/rejected/{id}/replay")
  @RequiresPermission(
      value = Permission.OPERATE,
      summary = "Fires a binding again for an event that could not start its flow.")
  @ApiStatus(202)
  ResponseEntity<ReplayResult> replay(Caller caller, @PathVariable String id) {
    RejectedFire fire =
        IdParameters.parse(id)
            .flatMap(known -> rejected.find(caller.tenant(), known))
            .orElseThrow(() -> ApiException.notFound("rejected event " + id));
    Optional<ExecutionKey> started =
        BindingsController.checked(() -> replay.replay(caller.tenant(), fire));
    boolean isStored = rejected.find(caller.tenant(), fire.id()).isPresent();
    return ResponseEntity.accepted()
        .body(new ReplayResult(started.map(key -> key.id().value()).orElse(null), isStored));
  }

  @PostMapping("/api/rejected/replay")
  @RequiresPermission(
      value = Permission.OPERATE,
      summary = "Fires again for the newest 1,000 events that could not start their flow.")
  @ApiStatus(202)
  ResponseEntity<BulkReplayResult> replayAll(
      Caller caller, @RequestBody(required = false) @Nullable BulkReplayBody body) {
    BulkReplayBody which = body == null ? new BulkReplayBody(null, null) : body;
    FireReplay.BulkReplay done =
        replay.replayAll(
            caller.tenant(), Optional.ofNullable(which.flow), Optional.ofNullable(which.reason));
    return ResponseEntity.accepted().body(new BulkReplayResult(done.started(), done.failed()));
  }
}
