package dev.pawl.server.worker;

import dev.pawl.engine.Fact;
import dev.pawl.engine.Failure;
import dev.pawl.engine.TaskToken;
import dev.pawl.engine.node.ExecutionControl;
import dev.pawl.engine.node.external.Workers;
import dev.pawl.engine.store.Inbox;
import dev.pawl.engine.store.Offers;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Permission;
import dev.pawl.server.access.RequiresPermission;
import dev.pawl.server.problem.ApiException;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Endpoints that accept the outcome, heartbeat or release of a single task. */
@RestController
public final class OutcomesController {

  private final Workers workers;
  private final ExecutionControl control;
  private final VoidTaskReasons voidTasks;

  OutcomesController(Workers workers, ExecutionControl control) {
    this.workers = workers;
    this.control = control;
    this.voidTasks = new VoidTaskReasons(control);
  }

  /** The outcome of a task that succeeded. */
  record SuccessRequest(
      @Schema(
              description = "Output of the task, any JSON value; an empty object if absent.",
              example = "{\"paid\": true}")
          @Nullable Json output,
      @Schema(description = "What the handler did outside, at most 20.")
          @Size(max = Fact.MAX_EFFECTS)
          @Nullable List<@Valid EffectReport> effects) {}

  /** The outcome of a task that failed. */
  record FailureRequest(
      @Schema(
              description = "Name of the error, which Retry and Catch match.",
              example = "OutOfStock")
          @Nullable String error,
      @Schema(
              description = "Message of the error, for people.",
              example = "article 4711 has no stock left")
          @Nullable String cause,
      @Schema(
              description = "Stack trace of the failure, kept for the history up to 8 KB.",
              example =
                  "java.lang.IllegalStateException: no stock\n"
                      + "\tat shop.Reserve.handle(Reserve.java:21)")
          @Nullable String stackTrace,
      @Schema(description = "What the handler did outside, at most 20.")
          @Size(max = Fact.MAX_EFFECTS)
          @Nullable List<@Valid EffectReport> effects) {

    Failure failure() {
      return new Failure(Optional.ofNullable(error), Optional.ofNullable(cause));
    }

    Optional<String> trace() {
      return Optional.ofNullable(stackTrace).filter(text -> !text.isBlank());
    }
  }

  /** The heartbeat of a task. */
  record HeartbeatRequest(
      @Schema(
              description = "Progress of the work, any JSON value, for people.",
              example = "{\"percent\": 40}")
          @Nullable Json details) {}

  /** The answer to an outcome, a heartbeat or a release. */
  record TaskAnswer(
      @Schema(description = "Result of the request.") OutcomeResult status,
      @Schema(description = "Time until which the worker must answer or send the next heartbeat.")
          @Nullable Instant deadline,
      @Schema(
              description =
                  "Note for the worker, for example that its details were too large and were left"
                      + " out.",
              example = "details: 9 KB is above the maximum of 8 KB; they were left out")
          @Nullable String problem) {}

  @PostMapping("/api/workers/{token}/success")
  @RequiresPermission(
      value = Permission.WORK,
      summary = "Accepts the output of a successful task, or completes a task token.")
  TaskAnswer success(
      Caller caller,
      @PathVariable String token,
      @Valid @RequestBody(required = false) @Nullable SuccessRequest body) {
    Json output = body == null || body.output() == null ? JsonObject.EMPTY : body.output();
    return answer(succeed(caller, token, output, body == null ? null : body.effects()));
  }

  @PostMapping("/api/workers/{token}/failure")
  @RequiresPermission(
      value = Permission.WORK,
      summary = "Accepts the error of a failed task, or fails a task token.")
  TaskAnswer failure(
      Caller caller,
      @PathVariable String token,
      @Valid @RequestBody(required = false) @Nullable FailureRequest body) {
    return answer(
        fail(caller, token, body == null ? new FailureRequest(null, null, null, null) : body));
  }

  @PostMapping("/api/workers/{token}/heartbeat")
  @RequiresPermission(value = Permission.WORK, summary = "Extends the lease of a task.")
  TaskAnswer heartbeat(
      Caller caller,
      @PathVariable String token,
      @RequestBody(required = false) @Nullable HeartbeatRequest body) {
    HeartbeatRequest beat = body == null ? new HeartbeatRequest(null) : body;
    if (!WorkToken.isWorkToken(token)) {
      return answer(resultOf(control.heartbeat(caller.tenant(), task(token)), OutcomeResult.KEPT));
    }
    WorkToken known =
        WorkToken.parse(caller.tenant(), token).orElseThrow(OutcomesController::unknownToken);
    return renew(known, beat.details())
        .map(
            kept ->
                new TaskAnswer(
                    OutcomeResult.KEPT, kept.until(), WorkToken.detailsProblem(beat.details())))
        .orElseGet(() -> answer(voidTasks.result(known.hold())));
  }

  /** Releases a task that the worker will not complete, so that its lease need not expire first. */
  @PostMapping("/api/workers/{token}/release")
  @RequiresPermission(value = Permission.WORK, summary = "Releases a task for other workers.")
  TaskAnswer release(Caller caller, @PathVariable String token) {
    WorkToken known =
        WorkToken.parse(caller.tenant(), token).orElseThrow(OutcomesController::unknownToken);
    boolean given = !workers.release(List.of(known.hold())).isEmpty();
    return answer(given ? OutcomeResult.RELEASED : voidTasks.result(known.hold()));
  }

  private Optional<Offers.LeaseRenewal> renew(WorkToken token, @Nullable Json details) {
    return Optional.ofNullable(
        workers.renew(Map.of(token.hold(), WorkToken.storedDetails(details))).get(token.hold()));
  }

  private OutcomeResult succeed(
      Caller caller, String text, Json output, @Nullable List<EffectReport> effects) {
    if (!WorkToken.isWorkToken(text)) {
      return resultOf(control.succeed(caller.tenant(), task(text), output), OutcomeResult.ACCEPTED);
    }
    WorkToken token =
        WorkToken.parse(caller.tenant(), text).orElseThrow(OutcomesController::unknownToken);
    return complete(
        token, new Workers.WorkOutcome.Succeeded(output, EffectReport.recorded(effects)));
  }

  private OutcomeResult fail(Caller caller, String text, FailureRequest fault) {
    if (!WorkToken.isWorkToken(text)) {
      return resultOf(
          control.fail(caller.tenant(), task(text), fault.failure(), fault.trace()),
          OutcomeResult.ACCEPTED);
    }
    WorkToken token =
        WorkToken.parse(caller.tenant(), text).orElseThrow(OutcomesController::unknownToken);
    return complete(
        token,
        new Workers.WorkOutcome.Failed(
            fault.failure(), fault.trace(), EffectReport.recorded(fault.effects())));
  }

  private OutcomeResult complete(WorkToken token, Workers.WorkOutcome outcome) {
    return workers.complete(token.hold(), outcome)
        ? OutcomeResult.ACCEPTED
        : voidTasks.result(token.hold());
  }

  private static TaskToken task(String text) {
    try {
      return TaskToken.parse(text);
    } catch (IllegalArgumentException e) {
      throw unknownToken();
    }
  }

  private static OutcomeResult resultOf(Inbox.MessageAcceptance delivery, OutcomeResult well) {
    return switch (delivery) {
      case ACCEPTED, REPEATED -> well;
      case CONFLICTING, ENDED -> OutcomeResult.GONE;
      case UNKNOWN -> throw unknownToken();
    };
  }

  private static TaskAnswer answer(OutcomeResult result) {
    return switch (result) {
      case ACCEPTED, KEPT, RELEASED -> new TaskAnswer(result, null, null);
      case GONE ->
          throw ApiException.conflict(
              "gone",
              "the task has already ended: it was cancelled, timed out, answered before or leased"
                  + " to another worker");
      case UNKNOWN -> throw unknownToken();
    };
  }

  private static ApiException unknownToken() {
    return ApiException.notFound("work or task with that token");
  }
}
