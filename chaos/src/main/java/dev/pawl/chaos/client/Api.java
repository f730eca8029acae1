package dev.pawl.chaos.client;

import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The public API of one server, as one caller uses it. */
public final class Api {

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final HttpClient http;
  private final String server;
  private final int port;
  private final String key;
  private final StatusTally tally;

  /**
   * @param server its name
   * @param key the caller's API key
   * @param tally where every answer is counted
   */
  public Api(HttpClient http, String server, int port, String key, StatusTally tally) {
    this.http = http;
    this.server = server;
    this.port = port;
    this.key = key;
    this.tally = tally;
  }

  /**
   * What a server said.
   *
   * @param retryAfter when to ask again, if it said so
   */
  public record Answer(int status, Json body, Optional<Duration> retryAfter) {

    public boolean isGood() {
      return status / 100 == 2;
    }

    public String text(String member) {
      return body.get(member)
          .filter(value -> !value.kind().equals("null"))
          .map(Json::asText)
          .orElse("");
    }

    /** What was hoped for. */
    public Answer well() throws IOException {
      if (!isGood()) {
        throw new IOException(this.toString());
      }
      return this;
    }

    /** The entries of a page, or of a list. */
    public List<Json> items() {
      Json list = body.get("items").orElse(body);
      return list instanceof JsonArray array ? array.elements() : List.of();
    }
  }

  /** The same server, for somebody else. */
  public Api as(String otherKey) {
    return new Api(http, server, port, otherKey, tally);
  }

  public Answer get(String path) throws IOException, InterruptedException {
    return send(request(path, Optional.empty()).GET());
  }

  public Answer post(String path, Json body, Optional<String> idempotencyKey)
      throws IOException, InterruptedException {
    return call("POST", path, BodyPublishers.ofString(body.toString()), idempotencyKey);
  }

  public Answer put(String path, Json body) throws IOException, InterruptedException {
    return call("PUT", path, BodyPublishers.ofString(body.toString()), Optional.empty());
  }

  public Answer call(
      String method, String path, BodyPublisher body, Optional<String> idempotencyKey)
      throws IOException, InterruptedException {
    return send(
        request(path, idempotencyKey)
            .header("Content-Type", "application/json")
            .method(method, body));
  }

  /** The lines of a stream of events as they come, from behind a place if there is one. */
  public Stream<String> lines(String path, Optional<String> lastEventId)
      throws IOException, InterruptedException {
    HttpRequest.Builder request = request(path, Optional.empty()).GET();
    lastEventId.ifPresent(id -> request.header("Last-Event-ID", id));
    return http.send(request.build(), HttpResponse.BodyHandlers.ofLines()).body();
  }

  private HttpRequest.Builder request(String path, Optional<String> idempotencyKey) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .timeout(PATIENCE)
            .header("Authorization", "Bearer " + key);
    idempotencyKey.ifPresent(text -> request.header("Idempotency-Key", text));
    return request;
  }

  private Answer send(HttpRequest.Builder request) throws IOException, InterruptedException {
    long sent = System.nanoTime();
    HttpResponse<String> response =
        http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    String type = response.headers().firstValue("Content-Type").orElse("");
    Json body =
        type.contains("json") && !response.body().isEmpty()
            ? JsonText.parse(response.body())
            : JsonObject.of("text", Json.of(response.body()));
    Optional<Duration> retryAfter =
        response.headers().firstValue("Retry-After").map(Long::parseLong).map(Duration::ofSeconds);
    Answer answer = new Answer(response.statusCode(), body, retryAfter);
    tally.add(answer, server, sent);
    return answer;
  }
}
