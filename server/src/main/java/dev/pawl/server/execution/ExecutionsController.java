package dev.pawl.server.execution;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import dev.pawl.engine.History;
import dev.pawl.engine.Status;
import dev.pawl.engine.StepId;
import dev.pawl.engine.node.Control;
import dev.pawl.engine.node.Launch;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.Mail;
import dev.pawl.engine.store.Priority;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.server.access.Caller;
import dev.pawl.server.flow.ActiveVersions;
import dev.pawl.server.problem.Refusal;
import dev.pawl.server.web.Listing;
import dev.pawl.server.web.Paging;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Starting executions, and looking at them. */
@RestController
public final class ExecutionsController {

  private static final int LONGEST_WAIT = 60;

  private final Node node;
  private final Control control;
  private final ActiveVersions flows;

  ExecutionsController(Node node, Control control, ActiveVersions flows) {
    this.node = node;
    this.control = control;
    this.flows = flows;
  }

  /** What a start may say. */
  record Start(
      @Nullable Json input,
      @Nullable String businessKey,
      @Nullable Integer version,
      @Nullable Map<String, String> labels,
      @Nullable Priority priority) {

    static final Start PLAIN = new Start(null, null, null, null, null);

    Card.Tags tags(@Nullable String idempotencyKey) {
      return new Card.Tags(
          priority == null ? Priority.NORMAL : priority,
          Optional.ofNullable(businessKey),
          labels == null ? Map.of() : labels,
          Optional.ofNullable(idempotencyKey),
          Optional.empty());
    }
  }

  @PostMapping("/api/flows/{flow}/execute")
  ResponseEntity<ExecutionView> execute(
      Caller caller,
      @PathVariable String flow,
      @RequestBody(required = false) @Nullable Start body,
      @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key,
      @RequestParam(defaultValue = "0") int wait)
      throws InterruptedException {
    Start start = body == null ? Start.PLAIN : body;
    ActiveVersions.Named named =
        flows.named(caller.tenant(), flow, Optional.ofNullable(start.version()));
    Launch launch =
        new Launch(
            caller.tenant(),
            named.code(),
            OptionalInt.of(named.version()),
            start.input() == null ? JsonObject.EMPTY : start.input(),
            Optional.empty(),
            start.tags(key),
            false);
    ExecutionKey started = node.start(launch);
    ExecutionView view = awaited(started, wait);
    return ResponseEntity.status(view.status().isTerminal() ? HttpStatus.OK : HttpStatus.ACCEPTED)
        .body(view);
  }

  @GetMapping("/api/flows/executions/{id}")
  ExecutionView get(
      Caller caller, @PathVariable String id, @RequestParam(defaultValue = "0") int wait)
      throws InterruptedException {
    return awaited(found(caller, id).card().key(), wait);
  }

  private ExecutionView awaited(ExecutionKey key, int wait) throws InterruptedException {
    if (wait < 0 || wait > LONGEST_WAIT) {
      throw Refusal.malformed("wait is a number of seconds from 0 to " + LONGEST_WAIT);
    }
    if (wait > 0) {
      node.await(key, Duration.ofSeconds(wait));
    }
    return view(key);
  }

  private ExecutionView view(ExecutionKey key) {
    Executions.Summary summary =
        control.find(key).orElseThrow(() -> Refusal.notFound("execution " + key.id()));
    History history = control.history(key).orElseThrow();
    Json input =
        control.facts(key).getFirst().fact() instanceof Fact.Started started
            ? started.input()
            : JsonObject.EMPTY;
    return ExecutionView.of(summary, input, history);
  }

  @GetMapping("/api/flows/executions")
  Listing<ExecutionView> search(
      Caller caller,
      @RequestParam(required = false) @Nullable String flow,
      @RequestParam(required = false) @Nullable Status status,
      @RequestParam(required = false) @Nullable String businessKey,
      @RequestParam(required = false) @Nullable List<String> label,
      @RequestParam(required = false) @Nullable String error,
      @RequestParam(required = false) @Nullable Instant from,
      @RequestParam(required = false) @Nullable Instant to,
      @RequestParam(required = false) @Nullable String after,
      @RequestParam(defaultValue = "50") int limit) {
    Executions.Criteria criteria =
        new Executions.Criteria(
            Optional.ofNullable(flow),
            Optional.ofNullable(status),
            Optional.ofNullable(businessKey),
            Labels.read(label == null ? List.of() : label),
            Optional.ofNullable(error),
            new Executions.Span(Optional.ofNullable(from), Optional.ofNullable(to)));
    Executions.Page page =
        new Executions.Page(
            Paging.checked(limit),
            Optional.ofNullable(after).map(id -> new ExecutionKey(caller.tenant(), id(id))));
    return Listing.of(
        control.search(caller.tenant(), criteria, page).stream().map(ExecutionView::of).toList(),
        limit,
        ExecutionView::id);
  }

  @GetMapping("/api/flows/executions/{id}/steps")
  List<StepView> steps(Caller caller, @PathVariable String id) {
    return control.history(found(caller, id).card().key()).orElseThrow().steps().stream()
        .map(StepView::of)
        .toList();
  }

  /** Why it is not moving, and what would let it. */
  @GetMapping("/api/flows/executions/{id}/explain")
  Explanation explain(Caller caller, @PathVariable String id) {
    return Explanation.of(found(caller, id));
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
    Executions.Summary found = found(caller, id);
    ExecutionKey key = found.card().key();
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
    return accepted(delivery, key);
  }

  @PostMapping("/api/flows/executions/{id}/events/{name}")
  ResponseEntity<ExecutionView> event(
      Caller caller,
      @PathVariable String id,
      @PathVariable String name,
      @RequestBody(required = false) @Nullable Json payload,
      @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key) {
    ExecutionKey execution = found(caller, id).card().key();
    return accepted(
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
      Caller caller, @PathVariable String id, @RequestParam(defaultValue = "full") String mode) {
    Control.From from =
        switch (mode) {
          case "full" -> Control.From.START;
          case "from-failure" -> Control.From.FAILURE;
          default -> throw Refusal.malformed("mode is full or from-failure");
        };
    Executions.Summary found = found(caller, id);
    if (!found.status().isTerminal()) {
      throw Refusal.conflict(
          "not-ended",
          "only an execution that has ended can be tried again: it is " + found.status());
    }
    return ResponseEntity.status(HttpStatus.ACCEPTED)
        .body(view(node.retry(found.card().key(), from)));
  }

  private ResponseEntity<ExecutionView> accepted(Mail.Delivery delivery, ExecutionKey key) {
    return switch (delivery) {
      case ACCEPTED, REPEATED -> ResponseEntity.status(HttpStatus.ACCEPTED).body(view(key));
      case ENDED -> throw Refusal.conflict("ended", "the execution has ended");
      case UNKNOWN -> throw Refusal.notFound("execution " + key.id());
    };
  }

  private Executions.Summary found(Caller caller, String id) {
    return control
        .find(new ExecutionKey(caller.tenant(), id(id)))
        .orElseThrow(() -> Refusal.notFound("execution " + id));
  }

  static ExecutionId id(String text) {
    try {
      return new ExecutionId(UUID.fromString(text));
    } catch (IllegalArgumentException e) {
      throw Refusal.notFound("execution " + text);
    }
  }
}
