package dev.pawl.server.execution;

import dev.pawl.engine.node.Launch;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Priority;
import dev.pawl.engine.store.TestRun;
import dev.pawl.postgres.row.Sha256;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonObject;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Doors;
import dev.pawl.server.flow.ActiveVersions;
import dev.pawl.server.flow.TestedVersions;
import dev.pawl.server.problem.Refusal;
import dev.pawl.server.web.Answers;
import dev.pawl.server.web.Within;
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

/** Starting executions, in earnest or as tests. */
@RestController
public final class StartController {

  private final Node node;
  private final Showing showing;
  private final ActiveVersions flows;
  private final TestedVersions tested;

  StartController(Node node, Showing showing, ActiveVersions flows, TestedVersions tested) {
    this.node = node;
    this.showing = showing;
    this.flows = flows;
    this.tested = tested;
  }

  /** What a start may say. */
  record Start(
      @Nullable Json input,
      @Nullable String businessKey,
      @Nullable Integer version,
      @Nullable Map<String, String> labels,
      @Nullable Priority priority) {

    static final Start PLAIN = new Start(null, null, null, null, null);

    Card.Tags tags(
        Priority usual, @Nullable String idempotencyKey, Caller caller, Optional<TestRun> test) {
      return new Card.Tags(
          priority == null ? usual : priority,
          Optional.ofNullable(businessKey),
          labels == null ? Map.of() : labels,
          Optional.ofNullable(idempotencyKey),
          Optional.empty(),
          new Card.Origin(
              Optional.of(caller.name()),
              Optional.ofNullable(idempotencyKey).map(key -> digest(test)),
              test.map(TestRun::toString)));
    }

    /** Of all that was said, so that a key is known to come with the same. */
    private String digest(Optional<TestRun> test) {
      return Sha256.hex(
          Json.ofJava(
                  Arrays.asList(
                      test.map(run -> "test " + run).orElse("start"),
                      input,
                      businessKey,
                      version,
                      labels == null ? null : new TreeMap<>(labels),
                      priority == null ? null : priority.name()))
              .toString());
    }
  }

  /** The key of a start is part of the start itself: it is exactly once, whatever dies. */
  @PostMapping(Doors.START)
  @Answers({200, 202})
  ResponseEntity<ExecutionView> execute(
      Caller caller,
      @PathVariable String flow,
      @RequestBody(required = false) @Nullable Start body,
      @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key,
      @RequestParam(defaultValue = "0") @Within(least = 0, most = Showing.LONGEST_WAIT) int wait)
      throws InterruptedException {
    Showing.check(wait);
    Start start = body == null ? Start.PLAIN : body;
    ActiveVersions.Named named =
        flows.named(caller.tenant(), flow, Optional.ofNullable(start.version()));
    Card.Tags tags = start.tags(named.priority(), key, caller, Optional.empty());
    return begun(caller, named, start, tags, wait);
  }

  /**
   * What a test may say.
   *
   * @param mockHandlers by the name of a state or of a resource, what its Tasks answer: {@code
   *     {"result": ...}}, {@code {"error": ..., "cause": ...}}, or a list of such, one for each
   *     call
   * @param version what is tested instead of the draft
   */
  record Test(
      @Nullable Json input,
      @Nullable Json mockHandlers,
      @Nullable String businessKey,
      @Nullable Integer version,
      @Nullable Map<String, String> labels,
      @Nullable Priority priority) {

    static final Test PLAIN = new Test(null, null, null, null, null, null);

    /** It is read wherever the execution is. */
    static final int MOST_MOCKED = 16 * 1024;

    Start start() {
      return new Start(input, businessKey, version, labels, priority);
    }

    TestRun run() {
      if (mockHandlers == null || mockHandlers.equals(JsonNull.NULL)) {
        return TestRun.REAL;
      }
      if (mockHandlers.size() > MOST_MOCKED) {
        throw Refusal.tooLarge(
            "mockHandlers may have %d bytes; let a worker give large results"
                .formatted(MOST_MOCKED));
      }
      try {
        return TestRun.read(mockHandlers);
      } catch (IllegalArgumentException unclear) {
        throw Refusal.malformed("mockHandlers: " + unclear.getMessage());
      }
    }
  }

  /** Starts the draft, or a version, as a test: Tasks answer what they are said to answer. */
  @PostMapping(Doors.TEST)
  @Answers({200, 202})
  ResponseEntity<ExecutionView> test(
      Caller caller,
      @PathVariable String flow,
      @RequestBody(required = false) @Nullable Test body,
      @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key,
      @RequestParam(defaultValue = "0") @Within(least = 0, most = Showing.LONGEST_WAIT) int wait)
      throws InterruptedException {
    Showing.check(wait);
    Test test = body == null ? Test.PLAIN : body;
    TestRun run = test.run();
    TestedVersions.Asked asked =
        new TestedVersions.Asked(
            flow, Optional.ofNullable(test.version()), run.mocks().keySet(), caller.name());
    ActiveVersions.Named named = tested.of(caller.tenant(), asked);
    Start start = test.start();
    Card.Tags tags = start.tags(named.priority(), key, caller, Optional.of(run));
    return begun(caller, named, start, tags, wait);
  }

  private ResponseEntity<ExecutionView> begun(
      Caller caller, ActiveVersions.Named named, Start start, Card.Tags tags, int wait)
      throws InterruptedException {
    Launch launch =
        new Launch(
            caller.tenant(),
            named.code(),
            OptionalInt.of(named.version()),
            start.input() == null ? JsonObject.EMPTY : start.input(),
            Optional.empty(),
            tags,
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
