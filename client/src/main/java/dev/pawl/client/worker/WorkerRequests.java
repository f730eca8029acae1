package dev.pawl.client.worker;

import dev.pawl.client.http.ApiConnection;
import dev.pawl.client.http.ApiRequest;
import dev.pawl.client.http.ApiResponse;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Sends the requests of a worker, each of them once; the calling loop handles failures. */
final class WorkerRequests {

  /** The maximum number of tasks, outcomes or heartbeats in one request. */
  static final int MAX_ITEMS = 100;

  /**
   * The timeout of a short request. Several servers may share one address: the sooner the request
   * to an unresponsive one is given up, the sooner another server gets it.
   */
  private static final Duration SHORT_TIMEOUT = Duration.ofSeconds(5);

  /** The maximum timeout, for large requests over slow connections. */
  private static final Duration MAX_TIMEOUT = Duration.ofSeconds(30);

  private static final int BYTES_PER_SECOND = 20_000;

  private final ApiConnection connection;

  WorkerRequests(ApiConnection connection) {
    this.connection = connection;
  }

  ApiConnection connection() {
    return connection;
  }

  /**
   * Returns how long to wait for the response, not counting the time for which the server waits.
   */
  static Duration timeout(Json body) {
    Duration timeout = SHORT_TIMEOUT.plusSeconds(body.size() / BYTES_PER_SECOND);
    return timeout.compareTo(MAX_TIMEOUT) < 0 ? timeout : MAX_TIMEOUT;
  }

  static JsonObject items(List<? extends Json> items) {
    return JsonObject.of("items", JsonArray.of(items));
  }

  /** Returns true if the server rejected the content; any other failure may be temporary. */
  static boolean isRefused(ApiResponse response) {
    return response.status() == 400 || response.status() == 413 || response.status() == 422;
  }

  ApiResponse post(String path, Json body, Duration timeout)
      throws IOException, InterruptedException {
    return connection.exchange(
        ApiRequest.of("POST", "/api/workers/" + path, body).timeout(timeout));
  }
}
