package dev.pawl.client.worker;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.pawl.client.http.JsonMembers;
import dev.pawl.sdk.Json;
import java.io.IOException;
import java.net.BindException;
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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Speaks as the server does to workers, without any flow behind it. */
final class FakeServer implements AutoCloseable {

  final BlockingQueue<Json> outcomes = new LinkedBlockingQueue<>();
  final BlockingQueue<Json> heartbeats = new LinkedBlockingQueue<>();
  final BlockingQueue<String> releases = new LinkedBlockingQueue<>();
  final List<Json> polls = new CopyOnWriteArrayList<>();
  final BlockingQueue<Json> descriptors = new LinkedBlockingQueue<>();
  final Set<String> gone = ConcurrentHashMap.newKeySet();

  /** Answers instead of the usual ones, one for each request for outcomes. */
  final BlockingQueue<Integer> troubles = new LinkedBlockingQueue<>();

  /** How many requests for outcomes are never answered. */
  final Semaphore hangs = new Semaphore(0);

  /** Requests with an outcome of one of these break the server. */
  final Set<String> poison = ConcurrentHashMap.newKeySet();

  /** What tasks say of how often they want signs of life. */
  volatile @Nullable Integer heartbeatSeconds;

  /** The minimum number of seconds that polls for tasks wait. */
  volatile long leastWait;

  /** Longer requests are refused. */
  volatile int longest = Integer.MAX_VALUE;

  private final BlockingQueue<Map<String, @Nullable Object>> offers = new LinkedBlockingQueue<>();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final CountDownLatch closing = new CountDownLatch(1);
  private final HttpServer http;

  FakeServer() throws IOException {
    this(bound());
  }

  FakeServer(int port) throws IOException {
    this(bound(port));
  }

  private FakeServer(HttpServer http) {
    this.http = http;
    http.setExecutor(threads);
    http.createContext("/api/workers/", this::answer);
    http.start();
  }

  /** Not at a port that the system hands to clients: one may come while the server is away. */
  private static HttpServer bound() throws IOException {
    for (int tries = 1; ; tries++) {
      try {
        return bound(ThreadLocalRandom.current().nextInt(15_000, 32_000));
      } catch (BindException taken) {
        if (tries == 100) {
          throw taken;
        }
      }
    }
  }

  private static HttpServer bound(int port) throws IOException {
    return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
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
    Map<String, @Nullable Object> offer = new TreeMap<>();
    offer.put("token", token);
    offer.put("resource", resource);
    offer.put("input", input);
    offer.put("config", Map.of("from", "me"));
    offer.put("attempt", 2);
    offer.put("idempotencyKey", "key-" + token);
    offer.put("heartbeatSeconds", heartbeatSeconds);
    offer.put("execution", "e1");
    offer.put("flow", "letters");
    offer.put("step", "/1");
    offers.add(offer);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String text = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      Json body = Json.parse(text);
      boolean isKnown =
          "Bearer secret".equals(exchange.getRequestHeaders().getFirst("Authorization"));
      if (!isKnown) {
        send(exchange, 401, Map.of("detail", "who are you?"));
        return;
      }
      switch (exchange.getRequestURI().getPath()) {
        case "/api/workers/poll" -> send(exchange, 200, polled(body));
        case "/api/workers/outcomes" -> {
          if (hangs.tryAcquire()) {
            closing.await();
          }
          Integer trouble = text.length() > longest ? Integer.valueOf(413) : troubles.poll();
          if (poison.stream().anyMatch(token -> text.contains('"' + token + '"'))) {
            trouble = 500;
          }
          if (trouble == null) {
            outcomes.addAll(JsonMembers.list(body, "items"));
            send(exchange, 200, statuses(body, "accepted"));
          } else {
            send(exchange, trouble, Map.of("detail", "no luck"));
          }
        }
        case "/api/workers/descriptors" -> {
          descriptors.addAll(JsonMembers.list(body, "items"));
          send(exchange, 200, Map.of("described", JsonMembers.list(body, "items").size()));
        }
        case "/api/workers/heartbeats" -> {
          heartbeats.addAll(JsonMembers.list(body, "items"));
          send(exchange, 200, statuses(body, "kept"));
        }
        case "/api/workers/releases" -> {
          JsonMembers.list(body, "items")
              .forEach(item -> releases.add(item.get("token").orElseThrow().asText()));
          send(exchange, 200, statuses(body, "released"));
        }
        default -> single(exchange, body, text.length());
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  /** {@code /api/workers/TOKEN/ACT}: kept as the batches are, with the token among the members. */
  private void single(HttpExchange exchange, Json body, int length) throws IOException {
    String[] path = exchange.getRequestURI().getPath().split("/");
    String token = path[3];
    Json item = Json.ofJava(new TreeMap<>(Map.of("token", token, "body", body)));
    if (length > longest) {
      send(exchange, 413, Map.of("detail", "too large"));
      return;
    }
    switch (path[4]) {
      case "heartbeat" -> heartbeats.add(item);
      case "release" -> releases.add(token);
      default -> outcomes.add(item);
    }
    boolean isGone = gone.contains(token);
    send(exchange, isGone ? 409 : 200, Map.of("status", "fine", "detail", "gone"));
  }

  private List<Map<String, @Nullable Object>> polled(Json body) throws InterruptedException {
    polls.add(body);
    List<Map<String, @Nullable Object>> given = new ArrayList<>();
    Map<String, @Nullable Object> first =
        offers.poll(Math.max(leastWait, body.get("wait").orElseThrow().asLong()), TimeUnit.SECONDS);
    if (first != null) {
      given.add(first);
      int max = JsonMembers.number(body, "max").orElse(1L).intValue();
      offers.drainTo(given, max - 1);
    }
    return given;
  }

  private Map<String, Object> statuses(Json body, String status) {
    return Map.of(
        "items",
        JsonMembers.list(body, "items").stream()
            .map(item -> item.get("token").orElseThrow().asText())
            .map(token -> Map.of("token", token, "status", gone.contains(token) ? "gone" : status))
            .toList());
  }

  private static void send(HttpExchange exchange, int status, Object body) throws IOException {
    byte[] bytes = Json.ofJava(body).toUtf8();
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  @Override
  public void close() {
    closing.countDown();
    http.stop(0);
    threads.shutdownNow();
  }
}
