package dev.pawl.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.pawl.cli.http.Client;
import dev.pawl.cli.http.Place;
import dev.pawl.cli.http.ProblemException;
import dev.pawl.sdk.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who waits for an end outlasts a server that is away for a while, whoever says that it is. */
class AwaitEndTest {

  private final Deque<Integer> statuses = new ArrayDeque<>();
  private HttpServer server;
  private Client client;

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
    URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    client = new Client(new Place(url, Optional.of("key"), "a test"));
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void shouldOutlastWhatPasses() throws Exception {
    statuses.addAll(List.of(502, 429, 200));

    Json ended = Executions.awaitEnd(client, "id", Optional.empty());

    assertThat(Executions.hasEnded(ended)).isTrue();
    assertThat(statuses).isEmpty();
  }

  @Test
  void shouldNotWaitForWhatDoesNot() {
    statuses.add(404);

    assertThatThrownBy(() -> Executions.awaitEnd(client, "id", Optional.empty()))
        .isInstanceOf(ProblemException.class);
  }
}
