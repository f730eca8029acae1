package dev.pawl.server.worker;

import dev.pawl.engine.Fact;
import dev.pawl.engine.Failure;
import dev.pawl.engine.node.ExecutionControl;
import dev.pawl.engine.node.external.Workers;
import dev.pawl.engine.store.Offers;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Permission;
import dev.pawl.server.access.RequiresPermission;
import dev.pawl.server.problem.ApiException;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Endpoints that accept outcomes, heartbeats and releases of many polled tasks at once. */
@RestController
public final class BatchesController {

  private static final int MAX_TASKS_PER_BATCH = 100;

  private static final String NOT_POLLED =
      "token: does not belong to a polled task; send a task token to"
          + " /api/workers/{token}/success or /failure instead";

  private final Workers workers;
  private final VoidTaskReasons voidTasks;

  BatchesController(Workers workers, ExecutionControl control) {
    this.workers = workers;
    this.voidTasks = new VoidTaskReasons(control);
  }

  /** The outcome of one task: an output, or an error with a cause. */
  record OutcomeItem(
      @Schema(
              description = "Token of the task, from the answer to the poll that returned it.",
              example = "1.0199f3c27a317cc4b0b52d1f6f0a9e11.3.1.9c1e")
          @NotNull
          String token,
      @Schema(
              description = "Output of a task that succeeded, any JSON value.",
              example = "{\"paid\": true}")
          @Nullable Json output,
      @Schema(
              description = "Name of the error of a task that failed, which Retry and Catch match.",
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

    Workers.WorkOutcome read() {
      boolean failed = error != null || cause != null || stackTrace != null;
      if (failed && output != null) {
        throw ApiException.malformed(
            "an item must have either output, or error, cause and stackTrace");
      }
      return failed
          ? new Workers.WorkOutcome.Failed(
              new Failure(Optional.ofNullable(error), Optional.ofNullable(cause)),
              Optional.ofNullable(stackTrace).filter(text -> !text.isBlank()),
              EffectReport.recorded(effects))
          : new Workers.WorkOutcome.Succeeded(
              output == null ? JsonObject.EMPTY : output, EffectReport.recorded(effects));
    }
  }

  /** The heartbeat of one task. */
  record HeartbeatItem(
      @Schema(
              description = "Token of the task, from the answer to the poll that returned it.",
              example = "1.0199f3c27a317cc4b0b52d1f6f0a9e11.3.1.9c1e")
          @NotNull
          String token,
      @Schema(
              description = "Progress of the work, any JSON value, for people.",
              example = "{\"percent\": 40}")
          @Nullable Json details) {}

  /** A batch of items of one kind. */
  record Batch<T>(
      @Schema(description = "The items, 1 to 100.")
          @NotNull
          @Size(min = 1, max = MAX_TASKS_PER_BATCH)
          List<@Valid T> items) {}

  /** A task to release. */
  record ReleaseItem(
      @Schema(
              description = "Token of the task, from the answer to the poll that returned it.",
              example = "1.0199f3c27a317cc4b0b52d1f6f0a9e11.3.1.9c1e")
          @NotNull
          String token) {}

  /** The answer to one item of a batch. */
  record BatchItemResult(
      @Schema(
              description = "Token of the task, from the answer to the poll that returned it.",
              example = "1.0199f3c27a317cc4b0b52d1f6f0a9e11.3.1.9c1e")
          String token,
      @Schema(description = "Result for this item.") OutcomeResult status,
      @Schema(description = "Time until which the worker must answer or send the next heartbeat.")
          @Nullable Instant deadline,
      @Schema(
              description =
                  "Note for the worker, for example that its details were too large and were left"
                      + " out.",
              example = "details: 9 KB is above the maximum of 8 KB; they were left out")
          @Nullable String problem) {}

  /** The answers to a batch. */
  record BatchResult(
      @Schema(description = "One answer per item, in the order of the request.")
          List<BatchItemResult> items) {}

  /** Completes many tasks; the whole batch is validated before any task is completed. */
  @PostMapping("/api/workers/outcomes")
  @RequiresPermission(
      value = Permission.WORK,
      summary = "Accepts the outcomes of many tasks at once.")
  BatchResult outcomes(Caller caller, @Valid @RequestBody Batch<OutcomeItem> body) {
    List<TokenItem<OutcomeItem>> items = parseTokens(caller, body, OutcomeItem::token);
    items.forEach(item -> item.value.read());
    Map<Offers.TaskLease, Workers.WorkOutcome> outcomes = new LinkedHashMap<>();
    forEach(items, (token, item) -> outcomes.putIfAbsent(token.hold(), item.read()));
    Set<Offers.TaskLease> wanted = workers.complete(outcomes);
    return answers(
        items, hold -> wanted.contains(hold) ? OutcomeResult.ACCEPTED : voidTasks.result(hold));
  }

  @PostMapping("/api/workers/heartbeats")
  @RequiresPermission(
      value = Permission.WORK,
      summary = "Extends the leases of many tasks at once.")
  BatchResult heartbeats(Caller caller, @Valid @RequestBody Batch<HeartbeatItem> body) {
    List<TokenItem<HeartbeatItem>> items = parseTokens(caller, body, HeartbeatItem::token);
    Map<Offers.TaskLease, Optional<String>> signs = new LinkedHashMap<>();
    forEach(
        items,
        (token, item) -> signs.putIfAbsent(token.hold(), WorkToken.storedDetails(item.details())));
    Map<Offers.TaskLease, Offers.LeaseRenewal> kept = workers.renew(signs);
    return new BatchResult(
        items.stream()
            .map(
                item -> {
                  Instant deadline =
                      item.token
                          .map(WorkToken::hold)
                          .map(kept::get)
                          .map(Offers.LeaseRenewal::until)
                          .orElse(null);
                  return deadline == null
                      ? item.answer(voidTasks::result)
                      : new BatchItemResult(
                          item.text,
                          OutcomeResult.KEPT,
                          deadline,
                          WorkToken.detailsProblem(item.value.details()));
                })
            .toList());
  }

  @PostMapping("/api/workers/releases")
  @RequiresPermission(
      value = Permission.WORK,
      summary = "Releases many tasks at once for other workers.")
  BatchResult releases(Caller caller, @Valid @RequestBody Batch<ReleaseItem> body) {
    List<TokenItem<ReleaseItem>> items = parseTokens(caller, body, ReleaseItem::token);
    Set<Offers.TaskLease> asked = new LinkedHashSet<>();
    forEach(items, (token, item) -> asked.add(token.hold()));
    Set<Offers.TaskLease> given = workers.release(asked);
    return answers(
        items, hold -> given.contains(hold) ? OutcomeResult.RELEASED : voidTasks.result(hold));
  }

  /**
   * An item of a batch with its parsed token; the token is empty if it is not one of a polled task.
   */
  private record TokenItem<T>(String text, Optional<WorkToken> token, T value) {

    BatchItemResult answer(Function<Offers.TaskLease, OutcomeResult> results) {
      OutcomeResult result = token.map(WorkToken::hold).map(results).orElse(OutcomeResult.UNKNOWN);
      return new BatchItemResult(
          text, result, null, result == OutcomeResult.UNKNOWN ? NOT_POLLED : null);
    }
  }

  private static <T> List<TokenItem<T>> parseTokens(
      Caller caller, Batch<T> body, Function<T, String> token) {
    List<TokenItem<T>> items = new ArrayList<>();
    for (T item : body.items()) {
      String text = token.apply(item);
      items.add(new TokenItem<>(text, WorkToken.parse(caller.tenant(), text), item));
    }
    return items;
  }

  /** Calls the action for all items with a valid token. */
  private static <T> void forEach(List<TokenItem<T>> items, BiConsumer<WorkToken, T> action) {
    items.forEach(item -> item.token.ifPresent(token -> action.accept(token, item.value)));
  }

  private static <T> BatchResult answers(
      List<TokenItem<T>> items, Function<Offers.TaskLease, OutcomeResult> results) {
    return new BatchResult(items.stream().map(item -> item.answer(results)).toList());
  }
}
