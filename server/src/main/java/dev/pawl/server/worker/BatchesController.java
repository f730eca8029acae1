package dev.pawl.server.worker;

import dev.pawl.engine.Fact;
import dev.pawl.engine.Failure;
import dev.pawl.engine.node.ExecutionControl;
import dev.pawl.engine.node.external.Workers;
import dev.pawl.engine.store.Offers;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.server.access.Access;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Permission;
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

  private static final int MOST_AT_ONCE = 100;

  private static final String NOT_POLLED =
      "no token of polled work; a task token is answered by itself, at"
          + " /api/workers/{token}/success or /failure";

  private final Workers workers;
  private final VoidTaskReasons unwanted;

  BatchesController(Workers workers, ExecutionControl control) {
    this.workers = workers;
    this.unwanted = new VoidTaskReasons(control);
  }

  /** The outcome of one task: an output, or an error with a cause. */
  record Outcome(
      @Schema(
              description = "Token of the task, from the answer to the poll that handed it out.",
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
          @Valid
          @Nullable List<EffectReport> effects) {

    Workers.Outcome read() {
      boolean failed = error != null || cause != null || stackTrace != null;
      if (failed && output != null) {
        throw ApiException.malformed(
            "an item has either an output, or an error, a cause and a stackTrace");
      }
      return failed
          ? new Workers.Outcome.Failed(
              new Failure(Optional.ofNullable(error), Optional.ofNullable(cause)),
              Optional.ofNullable(stackTrace).filter(text -> !text.isBlank()),
              EffectReport.recorded(effects))
          : new Workers.Outcome.Succeeded(
              output == null ? JsonObject.EMPTY : output, EffectReport.recorded(effects));
    }
  }

  /** The heartbeat of one task. */
  record Sign(
      @Schema(
              description = "Token of the task, from the answer to the poll that handed it out.",
              example = "1.0199f3c27a317cc4b0b52d1f6f0a9e11.3.1.9c1e")
          @NotNull
          String token,
      @Schema(
              description = "Progress of the work, any JSON value, for people.",
              example = "{\"percent\": 40}")
          @Nullable Json details) {}

  /** A batch of items of one kind. */
  record Batch<T>(
      @Schema(description = "The items, 1 to 100.") @NotNull @Size(min = 1, max = MOST_AT_ONCE)
          List<@Valid T> items) {}

  /** A task to release. */
  record Given(
      @Schema(
              description = "Token of the task, from the answer to the poll that handed it out.",
              example = "1.0199f3c27a317cc4b0b52d1f6f0a9e11.3.1.9c1e")
          @NotNull
          String token) {}

  /** The answer to one item of a batch. */
  record Answer(
      @Schema(
              description = "Token of the task, from the answer to the poll that handed it out.",
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
  record Answers(
      @Schema(description = "One answer per item, in the order of the request.")
          List<Answer> items) {}

  /** Completes many tasks; the whole batch is validated before any task is completed. */
  @PostMapping("/api/workers/outcomes")
  @Access(value = Permission.WORK, summary = "Accepts the outcomes of many tasks at once.")
  Answers outcomes(Caller caller, @Valid @RequestBody Batch<Outcome> body) {
    List<Named<Outcome>> items = named(caller, body, Outcome::token);
    items.forEach(item -> item.value.read());
    Map<Offers.TaskLease, Workers.Outcome> outcomes = new LinkedHashMap<>();
    forEach(items, (token, item) -> outcomes.putIfAbsent(token.hold(), item.read()));
    Set<Offers.TaskLease> wanted = workers.complete(outcomes);
    return answers(
        items, hold -> wanted.contains(hold) ? OutcomeResult.ACCEPTED : unwanted.result(hold));
  }

  @PostMapping("/api/workers/heartbeats")
  @Access(value = Permission.WORK, summary = "Extends the leases of many tasks at once.")
  Answers heartbeats(Caller caller, @Valid @RequestBody Batch<Sign> body) {
    List<Named<Sign>> items = named(caller, body, Sign::token);
    Map<Offers.TaskLease, Optional<String>> signs = new LinkedHashMap<>();
    forEach(
        items, (token, item) -> signs.putIfAbsent(token.hold(), WorkToken.kept(item.details())));
    Map<Offers.TaskLease, Offers.LeaseRenewal> kept = workers.renew(signs);
    return new Answers(
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
                      ? item.answer(unwanted::result)
                      : new Answer(
                          item.text,
                          OutcomeResult.KEPT,
                          deadline,
                          WorkToken.problem(item.value.details()));
                })
            .toList());
  }

  @PostMapping("/api/workers/releases")
  @Access(value = Permission.WORK, summary = "Releases many tasks at once for other workers.")
  Answers releases(Caller caller, @Valid @RequestBody Batch<Given> body) {
    List<Named<Given>> items = named(caller, body, Given::token);
    Set<Offers.TaskLease> asked = new LinkedHashSet<>();
    forEach(items, (token, item) -> asked.add(token.hold()));
    Set<Offers.TaskLease> given = workers.release(asked);
    return answers(
        items, hold -> given.contains(hold) ? OutcomeResult.RELEASED : unwanted.result(hold));
  }

  /**
   * An item of a batch with its parsed token; the token is empty if it is not one of a polled task.
   */
  private record Named<T>(String text, Optional<WorkToken> token, T value) {

    Answer answer(Function<Offers.TaskLease, OutcomeResult> results) {
      OutcomeResult result = token.map(WorkToken::hold).map(results).orElse(OutcomeResult.UNKNOWN);
      return new Answer(text, result, null, result == OutcomeResult.UNKNOWN ? NOT_POLLED : null);
    }
  }

  private static <T> List<Named<T>> named(Caller caller, Batch<T> body, Function<T, String> token) {
    List<Named<T>> items = new ArrayList<>();
    for (T item : body.items()) {
      String text = token.apply(item);
      items.add(new Named<>(text, WorkToken.parse(caller.tenant(), text), item));
    }
    return items;
  }

  /** Calls the action for all items with a valid token. */
  private static <T> void forEach(List<Named<T>> items, BiConsumer<WorkToken, T> action) {
    items.forEach(item -> item.token.ifPresent(token -> action.accept(token, item.value)));
  }

  private static <T> Answers answers(
      List<Named<T>> items, Function<Offers.TaskLease, OutcomeResult> results) {
    return new Answers(items.stream().map(item -> item.answer(results)).toList());
  }
}
