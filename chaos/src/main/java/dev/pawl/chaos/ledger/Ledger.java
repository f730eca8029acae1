package dev.pawl.chaos.ledger;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * An HTTP server that records every side effect before it answers, and answers as requested: at
 * once, late, with an error, or never.
 */
public final class Ledger implements AutoCloseable {

  private static final String PATH = "/effects";
  private static final String REJOINED = "/rejoined/";

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Queue<Effect> effects = new ConcurrentLinkedQueue<>();
  private final BlockingQueue<Effect> tokens = new LinkedBlockingQueue<>();
  private final Map<String, Integer> rejoined = new ConcurrentHashMap<>();
  private final CountDownLatch closing = new CountDownLatch(1);

  /**
   * How the ledger answers.
   *
   * @param after the delay of the answer
   */
  public record LedgerAnswer(boolean ok, Duration after) {
    public static final LedgerAnswer AT_ONCE = new LedgerAnswer(true, Duration.ZERO);
    public static final LedgerAnswer ERROR = new LedgerAnswer(false, Duration.ZERO);

    /** A delay longer than any timeout. */
    public static final LedgerAnswer NEVER = new LedgerAnswer(false, Duration.ofDays(1));
  }

  private Ledger(HttpServer server) {
    this.server = server;
  }

  public static Ledger open() throws IOException {
    // Without this, answers on a reused connection wait for a delayed TCP acknowledgement.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    // Without these, idle connections are closed at the moment of their reuse.
    System.setProperty("sun.net.httpserver.maxIdleConnections", "100000");
    System.setProperty("sun.net.httpserver.idleInterval", "3600");
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1_000);
    Ledger ledger = new Ledger(server);
    server.createContext(PATH, ledger::receive);
    server.createContext(REJOINED, ledger::noteRejoined);
    server.setExecutor(ledger.threads);
    server.start();
    return ledger;
  }

  /** Returns the address for effects that get the given answer. */
  public static String address(int port, LedgerAnswer answer) {
    return "http://127.0.0.1:%d%s?ok=%s&after=%d"
        .formatted(port, PATH, answer.ok(), answer.after().toMillis());
  }

  public int port() {
    return server.getAddress().getPort();
  }

  private void receive(HttpExchange exchange) throws IOException {
    try (exchange) {
      String query = exchange.getRequestURI().getQuery();
      byte[] body = exchange.getRequestBody().readAllBytes();
      Effect effect =
          Effect.read(new String(body, StandardCharsets.UTF_8), Clock.systemUTC().instant());
      effects.add(effect);
      if (effect.token().isPresent()) {
        tokens.add(effect);
      }
      long after = Long.parseLong(query.substring(query.lastIndexOf('=') + 1));
      if (after > 0 && closing.await(after, TimeUnit.MILLISECONDS)) {
        return;
      }
      exchange.sendResponseHeaders(query.startsWith("ok=true") ? 204 : 500, -1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns the address at which a node reports that it lost its lease and joins again. */
  public static URI rejoinedAddress(int port, String node) {
    return URI.create("http://127.0.0.1:%d%s%s".formatted(port, REJOINED, node));
  }

  private void noteRejoined(HttpExchange exchange) throws IOException {
    try (exchange) {
      String node = exchange.getRequestURI().getPath().substring(REJOINED.length());
      rejoined.merge(node, 1, Integer::sum);
      exchange.sendResponseHeaders(204, -1);
    }
  }

  /** Returns how often each node has joined again; nodes that never did are missing. */
  public Map<String, Integer> rejoined() {
    return Map.copyOf(rejoined);
  }

  /** Returns all effects so far, in order of arrival. */
  public List<Effect> effects() {
    return List.copyOf(effects);
  }

  /** Returns the effects whose task token is still to be used, each once. */
  public BlockingQueue<Effect> tokens() {
    return tokens;
  }

  @Override
  public void close() {
    closing.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
