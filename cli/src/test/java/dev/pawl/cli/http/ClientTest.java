package dev.pawl.cli.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ClientTest {

  private static final String UNDER_WAY = "{\"code\": \"in-progress\"}";

  private final Deque<Reply> replies = new ArrayDeque<>();
  private final List<String> keys = Collections.synchronizedList(new ArrayList<>());
  private HttpServer server;
  private Client client;

  /** Status 0: none at all. */
  private record Reply(int status, String body) {}

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
    URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    client = new Client(new Place(url, Optional.of("key"), "a test"));
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    keys.add(exchange.getRequestHeaders().getFirst("Idempotency-Key"));
    Reply reply = replies.remove();
    if (reply.status() > 0) {
      byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().add("Retry-After", "0");
      exchange.sendResponseHeaders(reply.status(), body.length);
      exchange.getResponseBody().write(body);
    }
    exchange.close();
  }

  @Test
  void shouldWaitForTheAnswerToWhatItSentBefore() {
    replies.add(new Reply(0, ""));
    replies.add(new Reply(409, UNDER_WAY));
    replies.add(new Reply(409, UNDER_WAY));
    replies.add(new Reply(201, "{\"id\": 7}"));

    Json answer = client.post("/api/flows", JsonObject.EMPTY);

    assertThat(answer).hasToString("{\"id\":7}");
    assertThat(keys).hasSize(4);
    assertThat(keys.stream().distinct()).hasSize(1);
  }

  @Test
  void shouldNotWaitForAnotherConflict() {
    replies.add(new Reply(0, ""));
    replies.add(new Reply(409, "{\"code\": \"code-taken\"}"));

    assertThatThrownBy(() -> client.post("/api/flows", JsonObject.EMPTY))
        .isInstanceOf(ProblemException.class);
    assertThat(keys).hasSize(2);
  }
}
