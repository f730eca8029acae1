package dev.pawl.server.demo;

import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNull;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;

/** Calls the API of the server as its administrator. */
final class DemoClient implements AutoCloseable {

  private static final Duration TIMEOUT = Duration.ofSeconds(20);
  private static final int CONFLICT = 409;

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final URI server;
  private final String key;

  DemoClient(URI server, String key) {
    this.server = server;
    this.key = key;
  }

  Json get(String path) throws IOException, InterruptedException {
    return require(send("GET", path, ""));
  }

  Json post(String path, Json body) throws IOException, InterruptedException {
    return require(send("POST", path, body.toString()));
  }

  Json put(String path, Json body) throws IOException, InterruptedException {
    return require(send("PUT", path, body.toString()));
  }

  /** Creates something; returns false if it exists already. */
  boolean create(String path, Json body) throws IOException, InterruptedException {
    HttpResponse<String> answer = send("POST", path, body.toString());
    if (answer.statusCode() == CONFLICT) {
      return false;
    }
    require(answer);
    return true;
  }

  /** Returns the items of the first page of a list. */
  List<Json> items(String path) throws IOException, InterruptedException {
    return get(path).get("items").orElse(JsonNull.NULL) instanceof JsonArray items
        ? items.elements()
        : List.of();
  }

  private HttpResponse<String> send(String method, String path, String body)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(server.resolve(path))
            .timeout(TIMEOUT)
            .header("Authorization", "Bearer " + key);
    if (method.equals("GET")) {
      request.GET();
    } else {
      request
          .header("Content-Type", "application/json")
          .method(method, HttpRequest.BodyPublishers.ofString(body));
    }
    return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private static Json require(HttpResponse<String> answer) throws IOException {
    if (answer.statusCode() / 100 != 2) {
      throw new IOException(
          answer.request().method()
              + " "
              + answer.request().uri().getPath()
              + ": "
              + answer.body());
    }
    return answer.body().isEmpty() ? JsonNull.NULL : JsonText.parse(answer.body());
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
