package dev.pawl.server.execution;

import dev.pawl.engine.StepId;
import dev.pawl.engine.node.Control;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.Mail;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.server.access.Caller;
import dev.pawl.server.problem.Refusal;
import dev.pawl.server.web.Sha256;
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

  OrdersController(Node node, Control control, Showing showing) {
    this.node = node;
    this.control = control;
    this.showing = showing;
  }

  /** What operators say to an execution. */
  record Order(@Nullable String reason, @Nullable String step, @Nullable Json output) {

    static final Order PLAIN = new Order(null, null, null);

    StepId at() {
      if (step == null) {
        throw Refusal.malformed("say which step is meant: see /steps");
      }
      try {
        return StepId.parse(step);
      } catch (IllegalArgumentException e) {
        throw Refusal.malformed("'" + step + "' is not a step: see /steps");
      }
    }

    String why() {
      return reason == null ? "" : reason;
    }
  }

  @PostMapping("/api/flows/executions/{id}/{order:cancel|pause|resume|skip|send-back}")
  ResponseEntity<ExecutionView> order(
      Caller caller,
      @PathVariable String id,
      @PathVariable String order,
      @RequestBody(required = false) @Nullable Order body) {
    ExecutionKey key = showing.found(caller, id).card().key();
    Order said = body == null ? Order.PLAIN : body;
    Mail.Delivery delivery =
        switch (order) {
          case "cancel" -> control.cancel(key, said.why(), true);
          case "pause" -> control.pause(key, said.why());
          case "resume" -> control.resume(key);
          case "skip" ->
              control.skip(
                  key, said.at(), said.output() == null ? JsonObject.EMPTY : said.output());
          case "send-back" -> control.rewind(key, said.at(), false);
          default -> throw Refusal.notFound("order " + order);
        };
    return showing.accepted(delivery, key);
  }

  /** Hands an event over; it is kept until a state waits for it. */
  @PostMapping("/api/flows/executions/{id}/events/{name}")
  ResponseEntity<ExecutionView> event(
      Caller caller,
      @PathVariable String id,
      @PathVariable String name,
      @RequestBody(required = false) @Nullable Json payload,
      @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key) {
    ExecutionKey execution = showing.found(caller, id).card().key();
    return showing.accepted(
        control.signal(
            execution,
            name,
            payload == null ? JsonObject.EMPTY : payload,
            Optional.ofNullable(key)),
        execution);
  }

  /** Tries an execution that has ended again, as a new one. */
  @PostMapping("/api/flows/executions/{id}/retry")
  ResponseEntity<ExecutionView> retry(
      Caller caller,
      @PathVariable String id,
      @RequestParam(defaultValue = "full") String mode,
      @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key) {
    Control.From from = from(mode);
    Executions.Summary found = showing.found(caller, id);
    if (!found.status().isTerminal()) {
      throw Refusal.conflict(
          "not-ended",
          "only an execution that has ended can be tried again: it is " + found.status());
    }
    return ResponseEntity.status(HttpStatus.ACCEPTED)
        .body(
            showing.whole(
                node.retry(
                    found.card().key(),
                    from,
                    Optional.ofNullable(key),
                    new Card.Origin(
                        Optional.of(caller.name()),
                        Optional.of(Sha256.hex("retry " + found.card().id() + " " + from))))));
  }

  static Control.From from(String mode) {
    return switch (mode) {
      case "full" -> Control.From.START;
      case "from-failure" -> Control.From.FAILURE;
      default -> throw Refusal.malformed("mode is full or from-failure");
    };
  }
}
