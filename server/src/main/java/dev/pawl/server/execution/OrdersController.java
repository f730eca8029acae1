package dev.pawl.server.execution;

import dev.pawl.engine.Fact;
import dev.pawl.engine.StepId;
import dev.pawl.engine.node.Control;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.Mail;
import dev.pawl.postgres.row.Sha256;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.server.access.Caller;
import dev.pawl.server.flow.Halts;
import dev.pawl.server.problem.Refusal;
import dev.pawl.server.web.Answers;
import dev.pawl.server.web.Needed;
import dev.pawl.server.web.OneOf;
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

/** What operators do to an execution. */
@RestController
public final class OrdersController {

  private final Node node;
  private final Control control;
  private final Showing showing;
  private final Objections objections;
  private final Halts halts;

  OrdersController(
      Node node, Control control, Showing showing, Objections objections, Halts halts) {
    this.halts = halts;
    this.node = node;
    this.control = control;
    this.showing = showing;
    this.objections = objections;
  }

  /** Why, for those who look later. */
  record Reason(@Nullable String reason) {

    static final Reason NONE = new Reason(null);

    static Reason of(@Nullable Reason body) {
      return body == null ? NONE : body;
    }

    String why() {
      return Reasons.checked(reason);
    }
  }

  private static StepId step(@Nullable String step) {
    if (step == null) {
      throw Refusal.malformed("say which step is meant: see /steps");
    }
    try {
      return StepId.parse(step);
    } catch (IllegalArgumentException e) {
      throw Refusal.malformed("'" + step + "' is not a step: see /steps");
    }
  }

  /**
   * How to end it.
   *
   * @param compensate whether what it did is undone; it is unless this says no
   */
  record Cancel(@Nullable String reason, @Nullable Boolean compensate) {}

  @PostMapping("/api/flows/executions/{id}/cancel")
  @Answers(202)
  ResponseEntity<ExecutionView> cancel(
      Caller caller, @PathVariable String id, @RequestBody(required = false) @Nullable Cancel body)
      throws InterruptedException {
    boolean compensate = body == null || !Boolean.FALSE.equals(body.compensate());
    String why = Reasons.checked(body == null ? null : body.reason());
    return order("cancel", showing.found(caller, id), new Fact.Cancelled(why, compensate));
  }

  @PostMapping("/api/flows/executions/{id}/pause")
  @Answers(202)
  ResponseEntity<ExecutionView> pause(
      Caller caller, @PathVariable String id, @RequestBody(required = false) @Nullable Reason body)
      throws InterruptedException {
    return order(
        "pause",
        showing.found(caller, id),
        new Fact.Paused(Reason.of(body).why(), caller.name(), false));
  }

  @PostMapping("/api/flows/executions/{id}/resume")
  @Answers(202)
  ResponseEntity<ExecutionView> resume(
      Caller caller, @PathVariable String id, @RequestBody(required = false) @Nullable Reason body)
      throws InterruptedException {
    return order("resume", showing.found(caller, id), new Fact.Resumed(Reason.of(body).why()));
  }

  /** Which step ends, and in favour of what. */
  record Skip(@Needed @Nullable String step, @Nullable Json output, @Nullable String reason) {}

  @PostMapping("/api/flows/executions/{id}/skip")
  @Answers(202)
  ResponseEntity<ExecutionView> skip(Caller caller, @PathVariable String id, @RequestBody Skip body)
      throws InterruptedException {
    Executions.Summary found = showing.found(caller, id);
    Json output = body.output() == null ? JsonObject.EMPTY : body.output();
    return order(
        "skip", found, new Fact.Skipped(step(body.step()), output, Reasons.checked(body.reason())));
  }

  /**
   * Which step its frame goes back to.
   *
   * @param compensate whether the steps since then are undone by their compensations; not unless
   *     this says so
   */
  record SendBack(
      @Needed @Nullable String step, @Nullable Boolean compensate, @Nullable String reason) {}

  @PostMapping("/api/flows/executions/{id}/send-back")
  @Answers(202)
  ResponseEntity<ExecutionView> sendBack(
      Caller caller, @PathVariable String id, @RequestBody SendBack body)
      throws InterruptedException {
    Executions.Summary found = showing.found(caller, id);
    StepId to = step(body.step());
    Executions.Recounted recounted = control.recount(found.card().key()).orElseThrow();
    Fact.Entry entry = control.history(recounted, to::equals).entry(to);
    boolean compensate = Boolean.TRUE.equals(body.compensate());
    return order(
        "send-back",
        found,
        new Fact.Rewound(to.frame(), entry, compensate, Reasons.checked(body.reason())));
  }

  private ResponseEntity<ExecutionView> order(String command, Executions.Summary found, Fact fact)
      throws InterruptedException {
    objections.check(found, fact);
    ExecutionKey key = found.card().key();
    long before = control.lastSeq(key);
    Mail.Delivery delivery = control.tell(key, fact);
    boolean isApplied = delivery.isTaken() && showing.awaitRead(key, fact, before);
    ResponseEntity<ExecutionView> answer = showing.accepted(delivery, key);
    return isApplied
        ? answer
        : ResponseEntity.status(answer.getStatusCode())
            .headers(answer.getHeaders())
            .body(Objects.requireNonNull(answer.getBody()).requested(command));
  }

  /** Hands an event over; it is kept until a state waits for it. */
  @PostMapping("/api/flows/executions/{id}/events/{name}")
  @Answers(202)
  ResponseEntity<ExecutionView> event(
      Caller caller,
      @PathVariable String id,
      @PathVariable String name,
      @RequestBody(required = false) @Nullable Json payload,
      @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key) {
    Executions.Summary found = showing.found(caller, id);
    return showing.accepted(
        control.signal(
            found.card().key(),
            name,
            payload == null ? JsonObject.EMPTY : payload,
            Optional.ofNullable(key)),
        found.card().key());
  }

  /** Tries an execution that has ended again, as a new one. */
  @PostMapping("/api/flows/executions/{id}/retry")
  @Answers(202)
  ResponseEntity<ExecutionView> retry(
      Caller caller,
      @PathVariable String id,
      @RequestParam(defaultValue = RetryMode.FULL) @OneOf({RetryMode.FULL, RetryMode.FROM_FAILURE})
          String mode,
      @RequestBody(required = false) @Nullable Reason body,
      @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key) {
    Control.From from = RetryMode.from(mode);
    String why = Reason.of(body).why();
    Executions.Summary found = showing.found(caller, id);
    if (!found.status().isTerminal()) {
      throw Refusal.conflict(
          "not-ended",
          "only an execution that has ended can be tried again: it is " + found.status());
    }
    halts.check(caller.tenant());
    return ResponseEntity.status(HttpStatus.ACCEPTED)
        .body(
            showing.whole(
                node.retry(
                    found.card().key(),
                    from,
                    Optional.ofNullable(key),
                    new Card.Origin(
                        Optional.of(caller.name()),
                        Optional.of(Sha256.hex(asked(found, from, why)))),
                    why)));
  }

  private static String asked(Executions.Summary found, Control.From from, String why) {
    return "retry " + found.card().id() + " " + from + (why.isEmpty() ? "" : " " + why);
  }
}
