package dev.pawl.chaos.node;

import dev.pawl.chaos.client.RefusedException;
import dev.pawl.chaos.client.ServerEndpoint;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Optional;

/** Client of the endpoint of a node in another process. */
public final class HttpEndpoint implements ServerEndpoint {

  private final HttpClient http;
  private final int port;
  private final Duration patience;

  public HttpEndpoint(HttpClient http, int port, Duration patience) {
    this.http = http;
    this.port = port;
    this.patience = patience;
  }

  @Override
  public String start(String flow, Json input, Optional<String> key) throws Exception {
    return ask("/start", keyed(JsonObject.of("to", Json.of(flow)).with("data", input), key));
  }

  @Override
  public boolean event(String execution, String name, Json payload, Optional<String> key)
      throws Exception {
    JsonObject asked =
        JsonObject.of("to", Json.of(execution)).with("name", Json.of(name)).with("data", payload);
    return Boolean.parseBoolean(ask("/event", keyed(asked, key)));
  }

  @Override
  public boolean cancel(String execution, String reason) throws Exception {
    JsonObject asked = JsonObject.of("to", Json.of(execution)).with("data", Json.of(reason));
    return Boolean.parseBoolean(ask("/cancel", asked));
  }

  @Override
  public boolean resume(String execution) throws Exception {
    JsonObject asked = JsonObject.of("to", Json.of(execution)).with("data", Json.of(""));
    return Boolean.parseBoolean(ask("/resume", asked));
  }

  @Override
  public boolean callback(String token, Json result) throws Exception {
    JsonObject asked = JsonObject.of("to", Json.of(token)).with("data", result);
    return Boolean.parseBoolean(ask("/callback", asked));
  }

  private static JsonObject keyed(JsonObject asked, Optional<String> key) {
    return key.map(text -> asked.with("key", Json.of(text))).orElse(asked);
  }

  private String ask(String path, Json asked)
      throws IOException, InterruptedException, RefusedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .timeout(patience)
            .POST(HttpRequest.BodyPublishers.ofString(asked.toString()))
            .build();
    HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
    return switch (response.statusCode()) {
      case EndpointServer.OK -> response.body();
      case EndpointServer.REFUSED -> throw new RefusedException(response.body());
      default -> throw new IOException(response.body());
    };
  }
}
