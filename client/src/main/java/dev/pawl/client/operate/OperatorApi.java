package dev.pawl.client.operate;

import dev.pawl.client.execution.Execution;
import dev.pawl.client.http.ApiConnection;
import dev.pawl.client.http.ApiPath;
import dev.pawl.client.http.ApiRequest;
import dev.pawl.client.http.Operation;
import dev.pawl.client.http.PawlApiException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonObject;

/**
 * The actions of operators. An action on one execution returns the execution after the action was
 * applied; if that takes more than 5 seconds, {@link Execution#requested} names the action. An
 * action that would have no effect, such as pausing a paused execution, is refused with a {@link
 * PawlApiException} of status 409. Reasons are kept in the history; they may be empty.
 */
public final class OperatorApi {

  private static final String EXECUTIONS = "/api/flows/executions";
  private static final String ADMIN = "/api/admin/flows/";

  private final ApiConnection connection;

  public OperatorApi(ApiConnection connection) {
    this.connection = connection;
  }

  /** Pauses an execution: steps in progress finish, no new step starts. */
  @Operation("POST /api/flows/executions/{id}/pause")
  public Execution pause(String id, String reason) {
    return act(id, "pause", JsonObject.EMPTY, reason);
  }

  @Operation("POST /api/flows/executions/{id}/resume")
  public Execution resume(String id, String reason) {
    return act(id, "resume", JsonObject.EMPTY, reason);
  }

  /** Cancels an execution and its children, and compensates the steps it has completed. */
  public Execution cancel(String id, String reason) {
    return cancel(id, reason, true);
  }

  /**
   * Cancels an execution and its children.
   *
   * @param compensate false to leave completed steps as they are
   */
  @Operation("POST /api/flows/executions/{id}/cancel")
  public Execution cancel(String id, String reason, boolean compensate) {
    return act(id, "cancel", JsonObject.of("compensate", Json.of(compensate)), reason);
  }

  /**
   * Starts a new execution that repeats an ended one.
   *
   * @return the new execution
   */
  @Operation("POST /api/flows/executions/{id}/retry")
  public Execution retry(String id, RetryMode mode, String reason) {
    return act(id, "retry?mode=" + mode.parameter(), JsonObject.EMPTY, reason);
  }

  /**
   * Ends a step in progress with the given output.
   *
   * @param step the id of the step, such as {@code /@3}
   */
  @Operation("POST /api/flows/executions/{id}/skip")
  public Execution skip(String id, String step, Json output, String reason) {
    return act(id, "skip", JsonObject.of("step", Json.of(step)).with("output", output), reason);
  }

  /**
   * Sends an execution back to an earlier step, which it enters again with the input it had then.
   *
   * @param step the id of the step, such as {@code /@3}
   * @param compensate true to compensate the steps that are rolled back
   */
  @Operation("POST /api/flows/executions/{id}/send-back")
  public Execution sendBack(String id, String step, boolean compensate, String reason) {
    JsonObject body = JsonObject.of("step", Json.of(step)).with("compensate", Json.of(compensate));
    return act(id, "send-back", body, reason);
  }

  /**
   * Decides a Human step.
   *
   * @throws PawlApiException with status 422 if the outcome or the data do not fit, 409 if the step
   *     is not open
   */
  @Operation("POST /api/flows/executions/{id}/decide")
  public Execution decide(String id, Decision decision) {
    return act(id, "decide", decision.json(), "");
  }

  private Execution act(String id, String action, JsonObject body, String reason) {
    JsonObject given = reason.isEmpty() ? body : body.with("reason", Json.of(reason));
    String path = ApiPath.of(EXECUTIONS).segment(id).add(action).toString();
    return new Execution(connection.write("POST", path, given));
  }

  /** Sends an event to an execution, which keeps it until it waits for it. */
  @Operation("POST /api/flows/executions/{id}/events/{name}")
  public Execution signal(String id, String event, Json payload) {
    return signal(signalRequest(id, event, payload).once());
  }

  /** Sends an event to an execution; the same key again has no further effect. */
  public Execution signal(String id, String event, Json payload, String idempotencyKey) {
    return signal(signalRequest(id, event, payload).idempotencyKey(idempotencyKey));
  }

  private Execution signal(ApiRequest request) {
    return new Execution(connection.send(request).json());
  }

  private static ApiRequest signalRequest(String id, String event, Json payload) {
    ApiPath path = ApiPath.of(EXECUTIONS).segment(id).add("events").segment(event);
    return ApiRequest.of("POST", path.toString(), payload);
  }

  /** Sends an event to all executions of the tenant that wait for it. */
  @Operation("POST /api/events")
  public BroadcastResult broadcast(BroadcastEvent event) {
    return new BroadcastResult(connection.write("POST", "/api/events", event.json()));
  }

  /** Says what an event would start and wake, and why bindings do not match; does nothing. */
  @Operation("POST /api/events/try")
  public EventTrial tryEvent(BroadcastEvent event) {
    return new EventTrial(connection.write("POST", "/api/events/try", event.json()));
  }

  /** Creates a job that applies an action to all matching executions, once to each. */
  @Operation("POST /api/flows/executions/bulk")
  public Job bulk(BulkAction action) {
    return new Job(connection.write("POST", EXECUTIONS + "/bulk", action.json()));
  }

  /** Counts the executions that a bulk action would apply to, and applies nothing. */
  public MatchCount count(BulkAction action) {
    JsonObject body = action.json().with("dryRun", Json.of(true));
    return new MatchCount(connection.write("POST", EXECUTIONS + "/bulk", body));
  }

  /**
   * Stops a tenant: nothing starts until {@link #resumeAll}.
   *
   * @return the job, which is done when every node refuses starts and, if asked for, everything is
   *     paused
   */
  @Operation("POST /api/admin/flows/pause-all")
  public Job pauseAll(EmergencyStop stop) {
    String path = ADMIN + "pause-all?everyTenant=" + stop.everyTenant();
    JsonObject body =
        JsonObject.of("running", Json.of(stop.pausesRunning() ? "pause" : "finish"))
            .with("reason", reason(stop.reason()));
    return new Job(connection.write("POST", path, body));
  }

  /**
   * Ends an emergency stop; executions that were paused before it stay paused.
   *
   * @param everyTenant true for all tenants, which takes an administrator of the platform
   */
  @Operation("POST /api/admin/flows/resume-all")
  public Job resumeAll(boolean everyTenant, String reason) {
    String path = ADMIN + "resume-all?everyTenant=" + everyTenant;
    return new Job(connection.write("POST", path, JsonObject.of("reason", reason(reason))));
  }

  private static Json reason(String reason) {
    return reason.isEmpty() ? JsonNull.NULL : Json.of(reason);
  }
}
