package dev.pawl.chaos.client;

import dev.pawl.client.PawlClient;
import dev.pawl.client.http.ApiRequest;
import dev.pawl.client.http.ApiResponse;
import dev.pawl.client.http.JsonMembers;
import dev.pawl.client.http.LiveEvents;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublisher;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The HTTP API of one server with one key. Each request is sent exactly once, so that its outcome
 * is known or unknown, and each response is counted.
 */
public final class Api {

  private final PawlClient client;
  private final String server;
  private final StatusTally tally;

  /**
   * Creates an API that sends its requests with the client's key.
   *
   * @param server the name of the server
   * @param tally counts the responses
   */
  public Api(PawlClient client, String server, StatusTally tally) {
    this.client = client;
    this.server = server;
    this.tally = tally;
  }

  /**
   * A response of a server.
   *
   * @param body an object with the member {@code text} if the response is not JSON
   * @param retryAfter when the server accepts the request again, if it said so
   */
  public record ApiAnswer(int status, Json body, Optional<Duration> retryAfter) {

    private static ApiAnswer of(ApiResponse response) {
      boolean isJson = response.header("Content-Type").orElse("").contains("json");
      Json body = isJson ? response.json() : JsonObject.of("text", Json.of(response.text()));
      return new ApiAnswer(response.status(), body, response.retryAfter());
    }

    public boolean isGood() {
      return status / 100 == 2;
    }

    /** Returns a member as text; empty if it is absent or null. */
    public String text(String member) {
      return JsonMembers.textOrEmpty(body, member);
    }

    /**
     * Returns this response if it is a success.
     *
     * @throws IOException if it is not
     */
    public ApiAnswer well() throws IOException {
      if (!isGood()) {
        throw new IOException(this.toString());
      }
      return this;
    }

    /** Returns the items of a page, or the elements of an array. */
    public List<Json> items() {
      return JsonMembers.elements(body);
    }
  }

  /** Returns an API of this server with another key. */
  public Api as(String otherKey) {
    return new Api(client.withKey(otherKey), server, tally);
  }

  public ApiAnswer get(String path) throws IOException, InterruptedException {
    return send(ApiRequest.get(path), Optional.empty());
  }

  public ApiAnswer post(String path, Json body, Optional<String> idempotencyKey)
      throws IOException, InterruptedException {
    return send(ApiRequest.of("POST", path, body), idempotencyKey);
  }

  public ApiAnswer put(String path, Json body) throws IOException, InterruptedException {
    return send(ApiRequest.of("PUT", path, body), Optional.empty());
  }

  /** Sends the bytes unchecked with content type JSON, so that invalid bodies can be sent. */
  public ApiAnswer call(
      String method, String path, BodyPublisher body, Optional<String> idempotencyKey)
      throws IOException, InterruptedException {
    return send(ApiRequest.of(method, path, body), idempotencyKey);
  }

  /** Follows a stream of events, after the given event if there is one. */
  public LiveEvents events(String path, Optional<String> lastEventId) {
    LiveEvents events = client.stream(path);
    return lastEventId.map(events::after).orElse(events);
  }

  private ApiAnswer send(ApiRequest request, Optional<String> idempotencyKey)
      throws IOException, InterruptedException {
    long sent = System.nanoTime();
    ApiRequest keyed = idempotencyKey.map(request::idempotencyKey).orElse(request);
    ApiAnswer answer = ApiAnswer.of(client.exchange(keyed));
    tally.add(answer, server, sent);
    return answer;
  }
}
