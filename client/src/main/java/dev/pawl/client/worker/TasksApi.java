package dev.pawl.client.worker;

import dev.pawl.client.http.ApiConnection;
import dev.pawl.client.http.ApiPath;
import dev.pawl.client.http.ApiRequest;
import dev.pawl.client.http.JsonMembers;
import dev.pawl.client.http.Operation;
import dev.pawl.sdk.HandlerDescriptor;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.JsonString;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Calls the task endpoints one by one: completes steps by their task tokens, and offers the
 * requests that a {@link Worker} sends by itself.
 */
public final class TasksApi {

  private static final String ROOT = "/api/workers";
  private static final Duration RESPONSE_TIME = Duration.ofSeconds(10);

  private final ApiConnection connection;

  public TasksApi(ApiConnection connection) {
    this.connection = connection;
  }

  /** Polls for tasks, and waits up to {@link PollRequest#maxWait()} for the first one. */
  @Operation("POST /api/workers/poll")
  public List<PolledTask> poll(PollRequest request) {
    ApiRequest poll =
        ApiRequest.of("POST", ROOT + "/poll", request.json())
            .timeout(request.maxWait().plus(RESPONSE_TIME));
    return JsonMembers.elements(connection.send(poll).json()).stream()
        .map(PolledTask::new)
        .toList();
  }

  /**
   * Reports the result of a task.
   *
   * @param token the token of a polled task, or the task token of a step that waits for it
   */
  @Operation("POST /api/workers/{token}/success")
  public void succeed(String token, Json output) {
    post(token, "success", JsonObject.of("output", output));
  }

  /** Reports the failure of a task with an error name that Retry and Catch can match. */
  @Operation("POST /api/workers/{token}/failure")
  public void fail(String token, String error, String cause) {
    post(token, "failure", JsonObject.of("error", Json.of(error)).with("cause", Json.of(cause)));
  }

  /**
   * Prolongs the lease of a polled task, or sends a heartbeat to a step that waits for a task
   * token.
   */
  @Operation("POST /api/workers/{token}/heartbeat")
  public void heartbeat(String token) {
    post(token, "heartbeat", JsonObject.EMPTY);
  }

  /** Releases a polled task; another worker gets it at once. */
  @Operation("POST /api/workers/{token}/release")
  public void release(String token) {
    post(token, "release", JsonObject.EMPTY);
  }

  private void post(String token, String action, Json body) {
    connection.write("POST", ApiPath.of(ROOT).segment(token).add(action).toString(), body);
  }

  /**
   * Reports the outcomes of up to 100 polled tasks.
   *
   * @param items the outcomes, each with {@code token} and either {@code output} or {@code error}
   *     and {@code cause}
   * @return the results, each with {@code token} and {@code status}: accepted, gone or unknown
   */
  @Operation("POST /api/workers/outcomes")
  public List<Json> outcomes(List<? extends Json> items) {
    return batch("outcomes", JsonArray.of(items));
  }

  /**
   * Prolongs the leases of up to 100 polled tasks.
   *
   * @return the results, each with {@code token}, {@code status} and {@code deadline}
   */
  @Operation("POST /api/workers/heartbeats")
  public List<Json> heartbeats(Collection<String> tokens) {
    return batch("heartbeats", byToken(tokens));
  }

  /** Releases up to 100 polled tasks; other workers get them at once. */
  @Operation("POST /api/workers/releases")
  public List<Json> releases(Collection<String> tokens) {
    return batch("releases", byToken(tokens));
  }

  private static JsonArray byToken(Collection<String> tokens) {
    return JsonArray.of(
        tokens.stream().map(token -> JsonObject.of("token", new JsonString(token))).toList());
  }

  private List<Json> batch(String path, JsonArray items) {
    Json body = JsonObject.of("items", items);
    return JsonMembers.elements(connection.write("POST", ROOT + "/" + path, body));
  }

  /** Publishes descriptors of resources for the authors of flows. */
  @Operation("POST /api/workers/descriptors")
  public void describe(Map<String, HandlerDescriptor> descriptors) {
    List<Json> items = new ArrayList<>();
    descriptors.forEach((resource, one) -> items.add(PollLoop.described(resource, one)));
    connection.write("POST", ROOT + "/descriptors", WorkerRequests.items(items));
  }
}
