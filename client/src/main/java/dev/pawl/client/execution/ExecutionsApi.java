package dev.pawl.client.execution;

import dev.pawl.client.http.ApiConnection;
import dev.pawl.client.http.ApiPath;
import dev.pawl.client.http.ApiRequest;
import dev.pawl.client.http.LiveEvents;
import dev.pawl.client.http.Operation;
import dev.pawl.client.http.PawlApiException;
import dev.pawl.client.http.UnreachableException;
import dev.pawl.sdk.Json;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Starts, finds and follows executions. */
public final class ExecutionsApi {

  private static final String ROOT = "/api/flows/executions";

  private final ApiConnection connection;

  public ExecutionsApi(ApiConnection connection) {
    this.connection = connection;
  }

  /**
   * Starts an execution. It is durable when this returns.
   *
   * @return the execution right after its start
   */
  @Operation({"POST /api/flows/{flow}/execute", "POST /api/flows/{flow}/test"})
  public Execution start(StartRequest request) {
    ApiPath path =
        ApiPath.of("/api/flows").segment(request.flow()).add(request.isTest() ? "test" : "execute");
    ApiRequest post = ApiRequest.of("POST", path.toString(), request.json());
    ApiRequest keyed = request.idempotencyKey().map(post::idempotencyKey).orElseGet(post::once);
    return new Execution(connection.send(keyed).json());
  }

  /**
   * Returns an execution.
   *
   * @throws PawlApiException with status 404 if there is none
   */
  @Operation("GET /api/flows/executions/{id}")
  public Execution get(String id) {
    return new Execution(connection.get(path(id).toString()));
  }

  /**
   * Waits until an execution has ended, however long that takes. A server that is away or
   * overloaded for up to five minutes does not end the wait.
   *
   * @throws UnreachableException if the server is away for longer
   */
  public Execution awaitEnd(String id) {
    return new EndWait(connection, path(id)).await(Long.MAX_VALUE);
  }

  /**
   * Waits until an execution has ended, up to a maximum time in whole seconds, rounded up.
   *
   * @return the execution, which has not ended if the time was over first
   */
  public Execution awaitEnd(String id, Duration maxWait) {
    return new EndWait(connection, path(id)).await(maxWait.toNanos());
  }

  /** Returns the executions that match, newest first; pages are read as the stream needs them. */
  @Operation({"GET /api/flows/executions", "GET /api/flows/{flow}/flow-executions"})
  public Stream<Execution> search(ExecutionFilter filter) {
    return search(filter, Integer.MAX_VALUE);
  }

  /** Returns at most so many of the executions that match, newest first. */
  public Stream<Execution> search(ExecutionFilter filter, int maxItems) {
    return connection.list(filter.path(), maxItems).map(Execution::new);
  }

  /**
   * Returns at most so many of the executions that match, in another order and with their progress.
   */
  public Stream<Execution> search(ExecutionFilter filter, ExecutionOrder order, int maxItems) {
    ApiPath path =
        filter
            .query(ApiPath.of(ROOT))
            .query("sort", order.field().name().toLowerCase(Locale.ROOT))
            .query("order", order.descending() ? "desc" : "asc")
            .query("progress", "true");
    return connection.list(path.toString(), maxItems).map(Execution::new);
  }

  /** Counts the executions that match by start time and outcome. */
  @Operation("GET /api/flows/executions/histogram")
  public Json histogram(ExecutionFilter filter, int buckets) {
    return connection.get(
        filter.query(ApiPath.of(ROOT).add("histogram")).query("buckets", buckets).toString());
  }

  /** Returns the history of an execution: its steps in the order in which they began. */
  @Operation("GET /api/flows/executions/{id}/steps")
  public Stream<Step> steps(String id) {
    return connection.list(path(id).add("steps").toString()).map(Step::new);
  }

  /** Returns the steps of an execution as they were after one of its facts. */
  public Stream<Step> steps(String id, long at) {
    return connection.list(path(id).add("steps").query("at", at).toString()).map(Step::new);
  }

  /** Returns one step with payloads, attempts, variables and effects. */
  @Operation("GET /api/flows/executions/{id}/step")
  public Json step(String id, String step) {
    return connection.get(path(id).add("step").query("step", step).toString());
  }

  /** Returns all steps of an execution without payloads, column by column. */
  @Operation("GET /api/flows/executions/{id}/outline")
  public Json outline(String id) {
    return connection.get(path(id).add("outline").toString());
  }

  /** Returns the outline with digests of inputs and outputs, to compare executions. */
  public Json outlineWithDigests(String id) {
    return connection.get(path(id).add("outline").query("digests", "true").toString());
  }

  /** Returns the state of an execution after one of its facts. */
  @Operation("GET /api/flows/executions/{id}/state")
  public Json state(String id, long at) {
    return connection.get(path(id).add("state").query("at", at).toString());
  }

  /**
   * Returns what an action would do to an execution, without doing it.
   *
   * @param action such as {@code cancel} or {@code retry-from-failure}
   * @param step the step that the action is about, if it is about one
   */
  @Operation("GET /api/flows/executions/{id}/preview")
  public Json preview(String id, String action, Optional<String> step) {
    ApiPath preview = path(id).add("preview").query("action", action);
    return connection.get(step.map(one -> preview.query("step", one)).orElse(preview).toString());
  }

  /** Returns what the handlers of an execution did outside, in the order of outcomes. */
  @Operation("GET /api/flows/executions/{id}/effects")
  public Stream<RecordedEffect> effects(String id) {
    return connection.list(path(id).add("effects").toString()).map(RecordedEffect::new);
  }

  /** Explains why an execution does not advance and what would release it. */
  @Operation("GET /api/flows/executions/{id}/explain")
  public Explanation explain(String id) {
    return new Explanation(connection.get(path(id).add("explain").toString()));
  }

  /**
   * Follows an execution from its first step to its end: events of kind {@code step}, {@code
   * progress}, {@code paused}, {@code resumed} and {@code end}.
   */
  @Operation("GET /api/flows/executions/{id}/events")
  public LiveEvents events(String id) {
    return new LiveEvents(connection, path(id).add("events").toString());
  }

  /** Follows all executions of a flow: an event of kind {@code fact} for each fact. */
  @Operation("GET /api/flows/{flow}/events")
  public LiveEvents eventsOfFlow(String flow) {
    return new LiveEvents(
        connection, ApiPath.of("/api/flows").segment(flow).add("events").toString());
  }

  /** Follows all executions of the tenant: an event of kind {@code fact} for each fact. */
  @Operation("GET /api/events")
  public LiveEvents eventsOfTenant() {
    return new LiveEvents(connection, "/api/events");
  }

  private static ApiPath path(String id) {
    return ApiPath.of(ROOT).segment(id);
  }
}
