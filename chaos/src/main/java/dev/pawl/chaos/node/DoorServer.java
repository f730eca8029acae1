package dev.pawl.chaos.node;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.pawl.chaos.client.Door;
import dev.pawl.chaos.client.RefusedException;
import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.Executors;

/** Opens a node's door to other processes on this machine; {@link HttpDoor} is the other side. */
final class DoorServer {

  static final int OK = 200;
  static final int REFUSED = 409;
  static final int UNKNOWN = 500;

  private final Door door;

  private DoorServer(Door door) {
    this.door = door;
  }

  /** Returns the port. */
  static int open(Door door) throws IOException {
    System.setProperty("sun.net.httpserver.nodelay", "true");
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1_000);
    server.createContext("/", new DoorServer(door)::receive);
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
      case "/start" -> door.start(to, data, key);
      case "/event" ->
          Boolean.toString(door.event(to, asked.get("name").orElseThrow().asText(), data, key));
      case "/cancel" -> Boolean.toString(door.cancel(to, data.asText()));
      case "/resume" -> Boolean.toString(door.resume(to));
      case "/callback" -> Boolean.toString(door.callback(to, data));
      default -> throw new RefusedException("there is no " + path);
    };
  }

  private static void respond(HttpExchange exchange, int code, String text) throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(code, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
  }
}
