package dev.pawl.server;

import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** HTTP client of the tests. */
final class Api {

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final URI server;
  private final Optional<String> key;
  private final Map<String, String> headers;

  /** A response with its body parsed as JSON; null if it has none. */
  record Answer(int status, String type, Json body) {

    String text(String member) {
      return body.get(member).orElseThrow(() -> new AssertionError(body.toString())).asText();
    }
  }

  Api(URI server, Optional<String> key) {
    this(server, key, Map.of());
  }

  private Api(URI server, Optional<String> key, Map<String, String> headers) {
    this.server = server;
    this.key = key;
    this.headers = headers;
  }

  /** Returns a client that sends the same Idempotency-Key with every request. */
  Api keyed(String newKey) {
    return with("Idempotency-Key", newKey);
  }

  /** Returns a client that sends this header with every request. */
  Api with(String header, String value) {
    return new Api(server, key, Map.of(header, value));
  }

  Answer get(String path) throws IOException, InterruptedException {
    return send(request(path).GET());
  }

  /** Returns a member of the body as text. */
  String text(String path) throws IOException, InterruptedException {
    return get(path).body().asText();
  }

  /** Returns all values of a response header. */
  List<String> header(String path, String name) throws IOException, InterruptedException {
    return HTTP.send(request(path).GET().build(), HttpResponse.BodyHandlers.ofString())
        .headers()
        .allValues(name);
  }

  Answer post(String path, String body) throws IOException, InterruptedException {
    return call("POST", path, body);
  }

  Answer call(String method, String path, String body) throws IOException, InterruptedException {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .method(method, HttpRequest.BodyPublishers.ofString(body)));
  }

  /**
   * Sends a GET request with a Last-Event-ID; usable for streams only if the request is refused.
   */
  Answer again(String path, String lastEventId) throws IOException, InterruptedException {
    return send(request(path).header("Last-Event-ID", lastEventId).GET());
  }

  /** Returns the lines of an event stream as they arrive, after an event id if one is given. */
  Stream<String> events(String path, Optional<String> after)
      throws IOException, InterruptedException {
    HttpRequest.Builder request = request(path).header("Accept", "text/event-stream").GET();
    after.ifPresent(id -> request.header("Last-Event-ID", id));
    return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofLines()).body();
  }

  private HttpRequest.Builder request(String path) {
    HttpRequest.Builder request = HttpRequest.newBuilder(server.resolve(path));
    key.ifPresent(text -> request.header("Authorization", "Bearer " + text));
    headers.forEach(request::header);
    return request;
  }

  private static Answer send(HttpRequest.Builder request) throws IOException, InterruptedException {
    HttpResponse<String> response =
        HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    String type = response.headers().firstValue("Content-Type").orElse("");
    return new Answer(response.statusCode(), type, body(type, response.body()));
  }

  private static Json body(String type, String text) {
    if (text.isEmpty()) {
      return Json.ofJava(null);
    }
    return type.contains("json") ? JsonText.parse(text) : Json.of(text);
  }
}
