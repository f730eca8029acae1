package dev.pawl.worker;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Speaks as the server does to workers, without any flow behind it. */
final class FakeServer implements AutoCloseable {

  final BlockingQueue<Value> outcomes = new LinkedBlockingQueue<>();
  final BlockingQueue<Value> heartbeats = new LinkedBlockingQueue<>();
  final List<Value> polls = new CopyOnWriteArrayList<>();
  final Set<String> gone = ConcurrentHashMap.newKeySet();

  /** Answers instead of the usual ones, one for each request for outcomes. */
  final BlockingQueue<Integer> troubles = new LinkedBlockingQueue<>();

  /** Longer requests are refused. */
  volatile int longest = Integer.MAX_VALUE;

  private final BlockingQueue<Map<String, Object>> offers = new LinkedBlockingQueue<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpServer http;

  FakeServer() throws IOException {
    this(0);
  }

  FakeServer(int port) throws IOException {
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    http.setExecutor(threads);
    http.createContext("/api/workers/", this::answer);
    http.start();
  }

  String url() {
    return "http://127.0.0.1:" + port();
  }

  int port() {
    return http.getAddress().getPort();
  }

  void offer(String token, Object input) {
    offer(token, "mail", input);
  }

  void offer(String token, String resource, Object input) {
    offers.add(
        Map.of(
            "token",
            token,
            "resource",
            resource,
            "input",
            input,
            "config",
            Map.of("from", "me"),
            "attempt",
            2,
            "idempotencyKey",
            "key-" + token,
            "execution",
            "e1",
            "flow",
            "letters",
            "step",
            "/1"));
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String text = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      Value body = Value.parse(text);
      boolean isKnown =
          "Bearer secret".equals(exchange.getRequestHeaders().getFirst("Authorization"));
      if (!isKnown) {
        send(exchange, 401, Map.of("detail", "who are you?"));
        return;
      }
      switch (exchange.getRequestURI().getPath()) {
        case "/api/workers/poll" -> send(exchange, 200, polled(body));
        case "/api/workers/outcomes" -> {
          Integer trouble = text.length() > longest ? Integer.valueOf(413) : troubles.poll();
          if (trouble == null) {
            outcomes.addAll(body.get("items").list());
            send(exchange, 200, statuses(body, "accepted"));
          } else {
            send(exchange, trouble, Map.of("detail", "no luck"));
          }
        }
        case "/api/workers/heartbeats" -> {
          heartbeats.addAll(body.get("items").list());
          send(exchange, 200, statuses(body, "kept"));
        }
        default -> single(exchange, body);
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  /** {@code /api/workers/TOKEN/ACT}: kept as the batches are, with the token among the members. */
  private void single(HttpExchange exchange, Value body) throws IOException {
    String[] path = exchange.getRequestURI().getPath().split("/");
    Map<String, Object> item = new TreeMap<>(Map.of("token", path[3]));
    item.put("body", body);
    boolean isBeat = path[4].equals("heartbeat");
    (isBeat ? heartbeats : outcomes).add(Value.of(item));
    send(exchange, 200, Map.of("status", isBeat ? "kept" : "accepted"));
  }

  private List<Map<String, Object>> polled(Value body) throws InterruptedException {
    polls.add(body);
    List<Map<String, Object>> given = new ArrayList<>();
    Map<String, Object> first = offers.poll(body.get("wait").integer(), TimeUnit.SECONDS);
    if (first != null) {
      given.add(first);
      offers.drainTo(given, (int) body.get("max").integer() - 1);
    }
    return given;
  }

  private Map<String, Object> statuses(Value body, String status) {
    return Map.of(
        "items",
        body.get("items").list().stream()
            .map(item -> item.get("token").text())
            .map(token -> Map.of("token", token, "status", gone.contains(token) ? "gone" : status))
            .toList());
  }

  private static void send(HttpExchange exchange, int status, Object body) throws IOException {
    byte[] bytes = JsonWriter.write(body).getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  @Override
  public void close() {
    http.stop(0);
    threads.shutdownNow();
  }
}
