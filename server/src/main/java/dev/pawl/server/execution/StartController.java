package dev.pawl.server.execution;

import dev.pawl.engine.node.Launch;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Priority;
import dev.pawl.postgres.row.Sha256;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.server.access.Caller;
import dev.pawl.server.flow.ActiveVersions;
import dev.pawl.server.web.Answers;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Starting executions. */
@RestController
public final class StartController {

  private final Node node;
  private final Showing showing;
  private final ActiveVersions flows;

  StartController(Node node, Showing showing, ActiveVersions flows) {
    this.node = node;
    this.showing = showing;
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

    Card.Tags tags(Priority usual, @Nullable String idempotencyKey, Caller caller) {
      return new Card.Tags(
          priority == null ? usual : priority,
          Optional.ofNullable(businessKey),
          labels == null ? Map.of() : labels,
          Optional.ofNullable(idempotencyKey),
          Optional.empty(),
          new Card.Origin(
              Optional.of(caller.name()),
              Optional.ofNullable(idempotencyKey).map(key -> digest())));
    }

    /** Of all that was said, so that a key is known to come with the same. */
    private String digest() {
      return Sha256.hex(
          Json.ofJava(
                  Arrays.asList(
                      "start",
                      input,
                      businessKey,
                      version,
                      labels == null ? null : new TreeMap<>(labels),
                      priority == null ? null : priority.name()))
              .toString());
    }
  }

  /** The key of a start is part of the start itself: it is exactly once, whatever dies. */
  @PostMapping("/api/flows/{flow}/execute")
  @Answers({200, 202})
  ResponseEntity<ExecutionView> execute(
      Caller caller,
      @PathVariable String flow,
      @RequestBody(required = false) @Nullable Start body,
      @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key,
      @RequestParam(defaultValue = "0") int wait)
      throws InterruptedException {
    Showing.check(wait);
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
            start.tags(named.priority(), key, caller),
            false);
    ExecutionKey fresh = node.newKey(launch);
    ExecutionKey started = node.start(launch, fresh);
    ExecutionView view =
        wait == 0 && started.equals(fresh)
            ? ExecutionView.begun(started, named, launch)
            : showing.awaited(started, wait);
    ResponseEntity.BodyBuilder answer =
        ResponseEntity.status(view.status().isTerminal() ? HttpStatus.OK : HttpStatus.ACCEPTED);
    if (!started.equals(fresh)) {
      answer.header("Idempotency-Replayed", "true");
    }
    return answer.body(view);
  }
}
