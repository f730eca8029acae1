package dev.pawl.server.execution;

import dev.pawl.engine.Fact;
import dev.pawl.engine.StepId;
import dev.pawl.engine.node.ActionEffect;
import dev.pawl.engine.node.ExecutionControl;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.Inbox;
import dev.pawl.postgres.row.Sha256;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Permission;
import dev.pawl.server.access.RequiresPermission;
import dev.pawl.server.flow.EmergencyStops;
import dev.pawl.server.history.StepIds;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.web.ApiStatus;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Endpoints for operator actions on a single execution. */
@RestController
public final class OperatorController {

  private final Node node;
  private final ExecutionControl control;
  private final ExecutionQueries queries;
  private final ActionPreconditions preconditions;
  private final EmergencyStops emergencyStops;

  OperatorController(
      Node node,
      ExecutionControl control,
      ExecutionQueries queries,
      ActionPreconditions preconditions,
      EmergencyStops emergencyStops) {
    this.emergencyStops = emergencyStops;
    this.node = node;
    this.control = control;
    this.queries = queries;
    this.preconditions = preconditions;
  }

  /** The reason for an action. */
  record ReasonRequest(
      @Schema(description = ReasonText.DESCRIPTION, example = ReasonText.EXAMPLE)
          @Nullable String reason) {

    static final ReasonRequest NONE = new ReasonRequest(null);

    static ReasonRequest of(@Nullable ReasonRequest body) {
      return body == null ? NONE : body;
    }

    String why() {
      return ReasonText.require(reason);
    }
  }

  private static StepId step(@Nullable String step) {
    if (step == null) {
      throw ApiException.malformed("step: required; give the id of a step as listed by /steps");
    }
    return StepIds.parse(step);
  }

  /** Options of a cancellation. */
  record CancelRequest(
      @Schema(description = ReasonText.DESCRIPTION, example = ReasonText.EXAMPLE)
          @Nullable String reason,
      @Schema(
              description =
                  "False leaves completed steps as they are; otherwise they are compensated.",
              example = "true")
          @Nullable Boolean compensate) {}

  @PostMapping("/api/flows/executions/{id}/cancel")
  @RequiresPermission(
      value = Permission.OPERATE,
      summary = "Cancels an execution and compensates its completed steps unless asked not to.")
  @ApiStatus(202)
  ResponseEntity<ExecutionView> cancel(
      Caller caller,
      @PathVariable String id,
      @RequestBody(required = false) @Nullable CancelRequest body)
      throws InterruptedException {
    boolean compensate = body == null || !Boolean.FALSE.equals(body.compensate());
    String why = ReasonText.require(body == null ? null : body.reason());
    return sendCommand("cancel", queries.require(caller, id), new Fact.Cancelled(why, compensate));
  }

  @PostMapping("/api/flows/executions/{id}/pause")
  @RequiresPermission(
      value = Permission.OPERATE,
      summary = "Pauses an execution: steps in progress finish, no new step starts.")
  @ApiStatus(202)
  ResponseEntity<ExecutionView> pause(
      Caller caller,
      @PathVariable String id,
      @RequestBody(required = false) @Nullable ReasonRequest body)
      throws InterruptedException {
    return sendCommand(
        "pause",
        queries.require(caller, id),
        new Fact.Paused(ReasonRequest.of(body).why(), caller.name(), false));
  }

  @PostMapping("/api/flows/executions/{id}/resume")
  @RequiresPermission(value = Permission.OPERATE, summary = "Resumes a paused execution.")
  @ApiStatus(202)
  ResponseEntity<ExecutionView> resume(
      Caller caller,
      @PathVariable String id,
      @RequestBody(required = false) @Nullable ReasonRequest body)
      throws InterruptedException {
    return sendCommand(
        "resume", queries.require(caller, id), new Fact.Resumed(ReasonRequest.of(body).why()));
  }

  /** The step to skip, and its output. */
  record SkipRequest(
      @Schema(description = "Id of the step, as the list of steps shows it.", example = "/@3")
          @NotNull
          String step,
      @Schema(
              description = "Output of the skipped step, any JSON value.",
              example = "{\"skipped\": true}")
          @Nullable Json output,
      @Schema(description = ReasonText.DESCRIPTION, example = ReasonText.EXAMPLE)
          @Nullable String reason) {}

  @PostMapping("/api/flows/executions/{id}/skip")
  @RequiresPermission(
      value = Permission.OPERATE,
      summary = "Skips a step; the given output replaces its result.")
  @ApiStatus(202)
  ResponseEntity<ExecutionView> skip(
      Caller caller, @PathVariable String id, @Valid @RequestBody SkipRequest body)
      throws InterruptedException {
    Executions.Summary found = queries.require(caller, id);
    Json output = body.output() == null ? JsonObject.EMPTY : body.output();
    return sendCommand(
        "skip",
        found,
        new Fact.Skipped(step(body.step()), output, ReasonText.require(body.reason())));
  }

  /** The step to which its frame is sent back. */
  record SendBackRequest(
      @Schema(description = "Id of the step, as the list of steps shows it.", example = "/@3")
          @NotNull
          String step,
      @Schema(
              description =
                  "True compensates the steps since then; otherwise they are left as they are.",
              example = "false")
          @Nullable Boolean compensate,
      @Schema(description = ReasonText.DESCRIPTION, example = ReasonText.EXAMPLE)
          @Nullable String reason) {}

  @PostMapping("/api/flows/executions/{id}/send-back")
  @RequiresPermission(
      value = Permission.OPERATE,
      summary = "Rewinds a frame to an earlier step and continues from there.")
  @ApiStatus(202)
  ResponseEntity<ExecutionView> sendBack(
      Caller caller, @PathVariable String id, @Valid @RequestBody SendBackRequest body)
      throws InterruptedException {
    Executions.Summary found = queries.require(caller, id);
    StepId to = step(body.step());
    Executions.ExecutionRecord recounted = control.reader().load(found.info().key()).orElseThrow();
    Fact.Entry entry = control.reader().history(recounted, to::equals).entry(to);
    boolean compensate = Boolean.TRUE.equals(body.compensate());
    return sendCommand(
        "send-back",
        found,
        new Fact.Rewound(to.frame(), entry, compensate, ReasonText.require(body.reason())));
  }

  private ResponseEntity<ExecutionView> sendCommand(
      String command, Executions.Summary found, Fact fact) throws InterruptedException {
    preconditions.check(found, fact);
    ExecutionKey key = found.info().key();
    ActionEffect effect = control.effectOf(key, fact);
    Inbox.MessageAcceptance delivery = control.send(key, fact);
    boolean isApplied = delivery.isTaken() && queries.awaitEffect(effect);
    ResponseEntity<ExecutionView> answer = queries.accepted(delivery, key);
    return isApplied
        ? answer
        : ResponseEntity.status(answer.getStatusCode())
            .headers(answer.getHeaders())
            .body(Objects.requireNonNull(answer.getBody()).withCommand(command));
  }

  /** Sends an event to an execution, which keeps it until a state waits for it. */
  @PostMapping("/api/flows/executions/{id}/events/{name}")
  @RequiresPermission(
      value = Permission.OPERATE,
      summary = "Sends an event to an execution, which keeps it until a state waits for it.")
  @ApiStatus(202)
  ResponseEntity<ExecutionView> event(
      Caller caller,
      @PathVariable String id,
      @PathVariable String name,
      @RequestBody(required = false) @Nullable Json payload,
      @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key) {
    Executions.Summary found = queries.require(caller, id);
    return queries.accepted(
        control.signal(
            found.info().key(),
            name,
            payload == null ? JsonObject.EMPTY : payload,
            Optional.ofNullable(key)),
        found.info().key());
  }

  /** Retries an ended execution as a new one. */
  @PostMapping("/api/flows/executions/{id}/retry")
  @RequiresPermission(
      value = Permission.OPERATE,
      summary = "Retries an ended execution as a new one, from its start or from its failure.")
  @ApiStatus(202)
  ResponseEntity<ExecutionView> retry(
      Caller caller,
      @PathVariable String id,
      @RequestParam(defaultValue = RetryMode.FULL)
          @Pattern(regexp = RetryMode.FULL + "|" + RetryMode.FROM_FAILURE)
          String mode,
      @RequestBody(required = false) @Nullable ReasonRequest body,
      @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key) {
    ExecutionControl.From from = RetryMode.from(mode);
    String why = ReasonRequest.of(body).why();
    Executions.Summary found = queries.require(caller, id);
    if (!found.status().isTerminal()) {
      throw ApiException.conflict(
          "not-ended",
          "only an execution that has ended can be retried; its status is " + found.status());
    }
    emergencyStops.requireNone(caller.tenant());
    return ResponseEntity.status(HttpStatus.ACCEPTED)
        .body(
            queries.loadView(
                node.retry(
                    found.info().key(),
                    from,
                    Optional.ofNullable(key),
                    new ExecutionMetadata.Provenance(
                        Optional.of(caller.name()),
                        Optional.of(Sha256.hex(retryMode(found, from, why)))),
                    why)));
  }

  private static String retryMode(
      Executions.Summary found, ExecutionControl.From from, String why) {
    return "retry " + found.info().id() + " " + from + (why.isEmpty() ? "" : " " + why);
  }
}
