package dev.pawl.client.execution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.pawl.client.PawlClient;
import dev.pawl.client.http.PawlApiException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Waiting for an end continues while the server, or a proxy before it, is away for a while. */
class AwaitEndTest {

  private final Deque<Integer> statuses = new ArrayDeque<>();
  private HttpServer server;
  private PawlClient client;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          byte[] body = "{\"status\": \"SUCCEEDED\"}".getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(statuses.remove(), body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    client = PawlClient.connect("http://127.0.0.1:" + server.getAddress().getPort(), "key");
  }

  @AfterEach
  void stop() {
    client.close();
    server.stop(0);
  }

  @Test
  void shouldWaitThroughTransientErrors() {
    statuses.addAll(List.of(502, 429, 200));

    Execution ended = client.executions().awaitEnd("id");

    assertThat(ended.hasEnded()).isTrue();
    assertThat(statuses).isEmpty();
  }

  @Test
  void shouldReportOtherErrorsAtOnce() {
    statuses.add(404);

    assertThatThrownBy(() -> client.executions().awaitEnd("id"))
        .isInstanceOf(PawlApiException.class);
  }
}
