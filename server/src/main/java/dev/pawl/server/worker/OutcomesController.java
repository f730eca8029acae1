package dev.pawl.server.worker;

import dev.pawl.engine.Failure;
import dev.pawl.engine.TaskToken;
import dev.pawl.engine.node.Control;
import dev.pawl.engine.node.Workers;
import dev.pawl.engine.store.Mail;
import dev.pawl.engine.store.Offers;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.server.access.Caller;
import dev.pawl.server.problem.Refusal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Workers hand in what came of their work, and say that they are alive. */
@RestController
public final class OutcomesController {

  private final Workers workers;
  private final Control control;
  private final Unwanted unwanted;

  OutcomesController(Workers workers, Control control) {
    this.workers = workers;
    this.control = control;
    this.unwanted = new Unwanted(control);
  }

  record Success(@Nullable Json output) {}

  /**
   * Why a task failed.
   *
   * @param stackTrace for the history of the execution, not for the flow; kept up to 8 KB
   */
  record Fault(@Nullable String error, @Nullable String cause, @Nullable String stackTrace) {

    Failure failure() {
      return new Failure(Optional.ofNullable(error), Optional.ofNullable(cause));
    }

    Optional<String> trace() {
      return Optional.ofNullable(stackTrace).filter(text -> !text.isBlank());
    }
  }

  /**
   * A sign of life.
   *
   * @param details how far the work is, for people
   */
  record Beat(@Nullable Json details) {}

  /**
   * @param deadline until when the worker may be silent
   * @param problem what was left out of a sign of life, and why
   */
  record Told(Fate status, @Nullable Instant deadline, @Nullable String problem) {}

  @PostMapping("/api/workers/{token}/success")
  Told success(
      Caller caller,
      @PathVariable String token,
      @RequestBody(required = false) @Nullable Success body) {
    Json output = body == null || body.output() == null ? JsonObject.EMPTY : body.output();
    return told(succeed(caller, token, output));
  }

  @PostMapping("/api/workers/{token}/failure")
  Told failure(
      Caller caller,
      @PathVariable String token,
      @RequestBody(required = false) @Nullable Fault body) {
    return told(fail(caller, token, body == null ? new Fault(null, null, null) : body));
  }

  @PostMapping("/api/workers/{token}/heartbeat")
  Told heartbeat(
      Caller caller,
      @PathVariable String token,
      @RequestBody(required = false) @Nullable Beat body) {
    Beat beat = body == null ? new Beat(null) : body;
    if (!WorkToken.is(token)) {
      return told(delivered(control.heartbeat(caller.tenant(), task(token)), Fate.KEPT));
    }
    WorkToken known = WorkToken.parse(caller.tenant(), token).orElseThrow(OutcomesController::no);
    return keep(known, beat.details())
        .map(kept -> new Told(Fate.KEPT, kept.until(), WorkToken.problem(beat.details())))
        .orElseGet(() -> told(unwanted.fate(known.hold())));
  }

  /** Work that the worker will not do, so that another need not wait for its lease to be over. */
  @PostMapping("/api/workers/{token}/release")
  Told release(Caller caller, @PathVariable String token) {
    WorkToken known = WorkToken.parse(caller.tenant(), token).orElseThrow(OutcomesController::no);
    boolean given = !workers.giveBack(List.of(known.hold())).isEmpty();
    return told(given ? Fate.RELEASED : unwanted.fate(known.hold()));
  }

  private Optional<Offers.Kept> keep(WorkToken token, @Nullable Json details) {
    return Optional.ofNullable(
        workers.keep(Map.of(token.hold(), WorkToken.kept(details))).get(token.hold()));
  }

  private Fate succeed(Caller caller, String text, Json output) {
    if (!WorkToken.is(text)) {
      return delivered(control.succeed(caller.tenant(), task(text), output), Fate.ACCEPTED);
    }
    WorkToken token = WorkToken.parse(caller.tenant(), text).orElseThrow(OutcomesController::no);
    return handIn(token, new Workers.Outcome.Succeeded(output));
  }

  private Fate fail(Caller caller, String text, Fault fault) {
    if (!WorkToken.is(text)) {
      return delivered(
          control.fail(caller.tenant(), task(text), fault.failure(), fault.trace()), Fate.ACCEPTED);
    }
    WorkToken token = WorkToken.parse(caller.tenant(), text).orElseThrow(OutcomesController::no);
    return handIn(token, new Workers.Outcome.Failed(fault.failure(), fault.trace()));
  }

  private Fate handIn(WorkToken token, Workers.Outcome outcome) {
    return workers.handIn(token.hold(), outcome) ? Fate.ACCEPTED : unwanted.fate(token.hold());
  }

  private static TaskToken task(String text) {
    try {
      return TaskToken.parse(text);
    } catch (IllegalArgumentException e) {
      throw no();
    }
  }

  private static Fate delivered(Mail.Delivery delivery, Fate well) {
    return switch (delivery) {
      case ACCEPTED -> well;
      case REPEATED, ENDED -> Fate.GONE;
      case UNKNOWN -> throw no();
    };
  }

  private static Told told(Fate fate) {
    return switch (fate) {
      case ACCEPTED, KEPT, RELEASED -> new Told(fate, null, null);
      case GONE ->
          throw Refusal.conflict(
              "gone",
              "nobody wants this any more: it was cancelled, timed out, answered before or taken"
                  + " over");
      case UNKNOWN -> throw no();
    };
  }

  private static Refusal no() {
    return Refusal.notFound("work or task with that token");
  }
}
