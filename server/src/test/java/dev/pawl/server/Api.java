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

/** Calls a server as any program would. */
final class Api {

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final URI server;
  private final Optional<String> key;
  private final Map<String, String> headers;

  /** An answer with its body read as JSON; null where there is none. */
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

  /** The same caller, whose calls are all the same one. */
  Api keyed(String newKey) {
    return with("Idempotency-Key", newKey);
  }

  /** The same caller, who says that with every call. */
  Api with(String header, String value) {
    return new Api(server, key, Map.of(header, value));
  }

  Answer get(String path) throws IOException, InterruptedException {
    return send(request(path).GET());
  }

  /** What is there as text. */
  String text(String path) throws IOException, InterruptedException {
    return get(path).body().asText();
  }

  /** All values of a header of what is there. */
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

  /** An answer to one who says that it was told this before; of a stream only if it is refused. */
  Answer again(String path, String lastEventId) throws IOException, InterruptedException {
    return send(request(path).header("Last-Event-ID", lastEventId).GET());
  }

  /** The lines of a stream of events, as they come, from behind a place if there is one. */
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
