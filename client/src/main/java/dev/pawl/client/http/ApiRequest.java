package dev.pawl.client.http;

import dev.pawl.sdk.Json;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * A request of the HTTP API.
 *
 * @param path path and query, encoded, such as {@code /api/flows?limit=10}
 * @param timeout how long the server may take to answer; the default of the connection if empty
 */
public record ApiRequest(
    String method,
    String path,
    BodyPublisher body,
    Map<String, String> headers,
    Optional<Duration> timeout) {

  private static final String IDEMPOTENCY_KEY = "Idempotency-Key";

  public ApiRequest {
    headers = Map.copyOf(headers);
  }

  /** A request without a body. */
  public static ApiRequest of(String method, String path) {
    return new ApiRequest(method, path, BodyPublishers.noBody(), Map.of(), Optional.empty());
  }

  /** A request whose body is a JSON value. */
  public static ApiRequest of(String method, String path, Json body) {
    return of(method, path, BodyPublishers.ofByteArray(body.toUtf8()));
  }

  /** A request with a body of content type JSON, whatever the bytes are. */
  public static ApiRequest of(String method, String path, BodyPublisher body) {
    return new ApiRequest(
        method, path, body, Map.of("Content-Type", "application/json"), Optional.empty());
  }

  public static ApiRequest get(String path) {
    return of("GET", path);
  }

  /** A copy with one more header. */
  public ApiRequest header(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new ApiRequest(method, path, body, more, timeout);
  }

  /** A copy that the server carries out once, however often it arrives. */
  public ApiRequest idempotencyKey(String key) {
    return header(IDEMPOTENCY_KEY, key);
  }

  /** A copy under an idempotency key of its own. */
  public ApiRequest once() {
    return idempotencyKey(UUID.randomUUID().toString());
  }

  /** A copy for which the server may take so long. */
  public ApiRequest timeout(Duration time) {
    return new ApiRequest(method, path, body, headers, Optional.of(time));
  }

  /** True if sending the request twice has the effect of sending it once. */
  boolean isRepeatable() {
    return method.equals("GET") || method.equals("HEAD") || headers.containsKey(IDEMPOTENCY_KEY);
  }
}
