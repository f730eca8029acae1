package dev.pawl.client.worker;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.time.Duration;
import java.util.Collection;
import java.util.List;

/**
 * A request for tasks of the given resources.
 *
 * @param max the maximum number of tasks
 * @param maxWait how long the server waits for a task if none is available
 * @param lease the time without a heartbeat after which another worker gets the task
 * @param worker the name that operators see
 */
public record PollRequest(
    Collection<String> resources, int max, Duration maxWait, Duration lease, String worker) {

  public PollRequest {
    resources = List.copyOf(resources);
  }

  JsonObject json() {
    return JsonObject.builder()
        .put("resources", JsonArray.of(resources.stream().map(Json::of).toList()))
        .put("max", Json.of(max))
        .put("wait", Json.of(maxWait.toSeconds()))
        .put("lease", Json.of(lease.toSeconds()))
        .put("worker", Json.of(worker))
        .build();
  }
}
