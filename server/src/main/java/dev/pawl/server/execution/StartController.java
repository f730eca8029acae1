package dev.pawl.server.execution;

import dev.pawl.engine.node.Launch;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.Priority;
import dev.pawl.engine.store.TestRun;
import dev.pawl.postgres.row.Sha256;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonObject;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Endpoints;
import dev.pawl.server.access.Permission;
import dev.pawl.server.access.RequiresPermission;
import dev.pawl.server.flow.ActiveVersions;
import dev.pawl.server.flow.TestedVersions;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.web.ApiStatus;
import dev.pawl.triggers.launch.ApiInvocations;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
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

/** Endpoints that start executions, real ones and tests. */
@RestController
public final class StartController {

  private final Node node;
  private final ExecutionQueries queries;
  private final ActiveVersions flows;
  private final TestedVersions testedVersions;
  private final ApiInvocations invocations;

  StartController(
      Node node,
      ExecutionQueries queries,
      ActiveVersions flows,
      TestedVersions testedVersions,
      ApiInvocations invocations) {
    this.node = node;
    this.queries = queries;
    this.flows = flows;
    this.testedVersions = testedVersions;
    this.invocations = invocations;
  }

  /** Options of a start. */
  record StartRequest(
      @Schema(
              description = "Input of the execution, any JSON value; an empty object if absent.",
              example = "{\"order\": 4711}")
          @Nullable Json input,
      @Schema(
              description =
                  "Key of the business object it is about, by which executions are found; need not"
                      + " be unique.",
              example = "order-4711")
          @Nullable String businessKey,
      @Schema(
              description = "Number of the version to run; the active version if absent.",
              example = "3")
          @Nullable Integer version,
      @Schema(
              description = "Labels by which executions are found.",
              example = "{\"region\": \"eu\"}")
          @Nullable Map<String, String> labels,
      @Schema(description = "Priority of this execution; that of the flow if absent.")
          @Nullable Priority priority) {

    static final StartRequest PLAIN = new StartRequest(null, null, null, null, null);

    ExecutionMetadata.StartAttributes tags(
        Priority usual, @Nullable String idempotencyKey, Caller caller, Optional<TestRun> test) {
      return new ExecutionMetadata.StartAttributes(
          priority == null ? usual : priority,
          Optional.ofNullable(businessKey),
          labels == null ? Map.of() : labels,
          Optional.ofNullable(idempotencyKey),
          Optional.empty(),
          new ExecutionMetadata.Provenance(
              Optional.of(caller.name()),
              Optional.ofNullable(idempotencyKey).map(key -> digest(test)),
              test.map(TestRun::toString)));
    }

    /** Returns a digest of the request, by which a reused idempotency key is detected. */
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

  /**
   * Starts an execution. The idempotency key is stored with the execution in one transaction, so
   * that repeated requests start it exactly once, even after a crash.
   */
  @PostMapping(Endpoints.START)
  @RequiresPermission(
      value = Permission.OPERATE,
      summary =
          "Starts an execution of a flow; with wait it responds when the execution has ended.")
  @ApiStatus({200, 202})
  ResponseEntity<ExecutionView> execute(
      Caller caller,
      @PathVariable String flow,
      @RequestBody(required = false) @Nullable StartRequest body,
      @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key,
      @RequestParam(defaultValue = "0")
          @Min(value = 0, message = "{pawl.seconds.min}")
          @Max(value = ExecutionQueries.MAX_WAIT_SECONDS, message = "{pawl.seconds.max}")
          int wait)
      throws InterruptedException {
    StartRequest start = body == null ? StartRequest.PLAIN : body;
    ActiveVersions.StartableVersion named =
        flows.requireVersion(caller.tenant(), flow, Optional.ofNullable(start.version()));
    ExecutionMetadata.StartAttributes tags =
        start.tags(named.priority(), key, caller, Optional.empty());
    return start(caller, named, start, tags, Invocation.REAL, wait);
  }

  /** Options of a test. */
  record TestRequest(
      @Schema(
              description = "Input of the execution, any JSON value; an empty object if absent.",
              example = "{\"order\": 4711}")
          @Nullable Json input,
      @Schema(
              description =
                  "Answers of Tasks by the name of a state or resource: a result, an error with a"
                      + " cause, or a list of such, one per call.",
              example = "{\"charge\": {\"result\": {\"paid\": true}}}")
          @Nullable Json mockHandlers,
      @Schema(
              description =
                  "Key of the business object it is about, by which executions are found; need not"
                      + " be unique.",
              example = "order-4711")
          @Nullable String businessKey,
      @Schema(description = "Number of the version to test; the draft if absent.", example = "3")
          @Nullable Integer version,
      @Schema(
              description = "Labels by which executions are found.",
              example = "{\"region\": \"eu\"}")
          @Nullable Map<String, String> labels,
      @Schema(description = "Priority of this execution; that of the flow if absent.")
          @Nullable Priority priority) {

    static final TestRequest PLAIN = new TestRequest(null, null, null, null, null, null);

    /** Maximum size of the mocks, which are loaded with the execution on every node. */
    static final int MAX_MOCK_BYTES = 16 * 1024;

    StartRequest start() {
      return new StartRequest(input, businessKey, version, labels, priority);
    }

    TestRun run() {
      if (mockHandlers == null || mockHandlers.equals(JsonNull.NULL)) {
        return TestRun.REAL;
      }
      if (mockHandlers.size() > MAX_MOCK_BYTES) {
        throw ApiException.tooLarge(
            "mockHandlers: may have at most %d bytes; use a worker for large results"
                .formatted(MAX_MOCK_BYTES));
      }
      try {
        return TestRun.read(mockHandlers);
      } catch (IllegalArgumentException unclear) {
        throw ApiException.malformed("mockHandlers: " + unclear.getMessage());
      }
    }
  }

  /** Starts the draft or a version as a test in which Tasks return the given results. */
  @PostMapping(Endpoints.TEST)
  @RequiresPermission(
      value = Permission.OPERATE,
      summary =
          "Starts the draft or a version as a test in which Tasks return the results given here.")
  @ApiStatus({200, 202})
  ResponseEntity<ExecutionView> test(
      Caller caller,
      @PathVariable String flow,
      @RequestBody(required = false) @Nullable TestRequest body,
      @RequestHeader(name = "Idempotency-Key", required = false) @Nullable String key,
      @RequestParam(defaultValue = "0")
          @Min(value = 0, message = "{pawl.seconds.min}")
          @Max(value = ExecutionQueries.MAX_WAIT_SECONDS, message = "{pawl.seconds.max}")
          int wait)
      throws InterruptedException {
    TestRequest test = body == null ? TestRequest.PLAIN : body;
    TestRun run = test.run();
    TestedVersions.TestedVersion asked =
        new TestedVersions.TestedVersion(
            flow, Optional.ofNullable(test.version()), run.mocks().keySet(), caller.name());
    ActiveVersions.StartableVersion named = testedVersions.of(caller.tenant(), asked);
    StartRequest start = test.start();
    ExecutionMetadata.StartAttributes tags =
        start.tags(named.priority(), key, caller, Optional.of(run));
    return start(caller, named, start, tags, Invocation.TEST, wait);
  }

  /** Whether the input of a start passes the trigger of its flow. */
  private enum Invocation {
    REAL,
    /** A test gets its input as it is. */
    TEST
  }

  private ResponseEntity<ExecutionView> start(
      Caller caller,
      ActiveVersions.StartableVersion named,
      StartRequest start,
      ExecutionMetadata.StartAttributes tags,
      Invocation invocation,
      int wait)
      throws InterruptedException {
    Launch asked =
        new Launch(
            caller.tenant(),
            named.code(),
            OptionalInt.of(named.version()),
            start.input() == null ? JsonObject.EMPTY : start.input(),
            Optional.empty(),
            tags,
            false);
    ExecutionKey fresh = node.newKey(asked);
    Launch launch = invocation == Invocation.TEST ? asked : prepared(asked, fresh, caller);
    ExecutionKey started = node.start(launch, fresh);
    ExecutionView view =
        wait == 0 && started.equals(fresh)
            ? ExecutionView.started(started, named, launch)
            : queries.await(started, wait);
    ResponseEntity.BodyBuilder answer =
        ResponseEntity.status(view.status().isTerminal() ? HttpStatus.OK : HttpStatus.ACCEPTED);
    if (!started.equals(fresh)) {
      answer.header("Idempotency-Replayed", "true");
    }
    return answer.body(view);
  }

  private Launch prepared(Launch asked, ExecutionKey key, Caller caller) {
    try {
      ApiInvocations.PreparedInput prepared =
          invocations.prepare(key, asked.flow(), asked.input(), Optional.of(caller.name()));
      return new Launch(
          asked.tenant(),
          asked.flow(),
          asked.version(),
          prepared.input(),
          asked.name(),
          asked.tags(),
          asked.express(),
          prepared.context());
    } catch (ApiInvocations.InputRefusedException refused) {
      throw ApiException.refused("bad-input", String.valueOf(refused.getMessage()));
    }
  }
}
