package dev.pawl.chaos.node;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.pawl.chaos.client.RefusedException;
import dev.pawl.chaos.client.ServerEndpoint;
import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.Executors;

/**
 * Serves a node's endpoint to other processes on this machine; {@link HttpEndpoint} is its client.
 */
final class EndpointServer {

  static final int OK = 200;
  static final int REFUSED = 409;
  static final int UNKNOWN = 500;

  private final ServerEndpoint endpoint;

  private EndpointServer(ServerEndpoint endpoint) {
    this.endpoint = endpoint;
  }

  /** Starts the server and returns its port. */
  static int open(ServerEndpoint endpoint) throws IOException {
    System.setProperty("sun.net.httpserver.nodelay", "true");
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1_000);
    server.createContext("/", new EndpointServer(endpoint)::receive);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.start();
    return server.getAddress().getPort();
  }

  private void receive(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      Json asked = JsonText.parse(new String(body, StandardCharsets.UTF_8));
      try {
        respond(exchange, OK, answer(exchange.getRequestURI().getPath(), asked));
      } catch (RefusedException e) {
        respond(exchange, REFUSED, String.valueOf(e.getMessage()));
      } catch (Exception e) {
        respond(exchange, UNKNOWN, e.toString());
      }
    }
  }

  private String answer(String path, Json asked) throws Exception {
    Json data = asked.get("data").orElseThrow();
    Optional<String> key = asked.get("key").map(Json::asText);
    String to = asked.get("to").map(Json::asText).orElse("");
    return switch (path) {
      case "/start" -> endpoint.start(to, data, key);
      case "/event" ->
          Boolean.toString(endpoint.event(to, asked.get("name").orElseThrow().asText(), data, key));
      case "/cancel" -> Boolean.toString(endpoint.cancel(to, data.asText()));
      case "/resume" -> Boolean.toString(endpoint.resume(to));
      case "/callback" -> Boolean.toString(endpoint.callback(to, data));
      default -> throw new RefusedException("there is no " + path);
    };
  }

  private static void respond(HttpExchange exchange, int code, String text) throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(code, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
  }
}
