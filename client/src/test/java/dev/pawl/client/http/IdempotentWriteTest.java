package dev.pawl.client.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.pawl.client.PawlClient;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Writes that are repeated after a lost response. */
class IdempotentWriteTest {

  private static final String IN_PROGRESS = "{\"code\": \"in-progress\"}";

  private final Deque<Reply> replies = new ArrayDeque<>();
  private final List<String> keys = Collections.synchronizedList(new ArrayList<>());
  private HttpServer server;
  private PawlClient client;

  /** A response; status 0 closes the connection without one. */
  private record Reply(int status, String body) {}

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
    client = PawlClient.connect("http://127.0.0.1:" + server.getAddress().getPort(), "key");
  }

  @AfterEach
  void stop() {
    client.close();
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
  void shouldWaitForTheResponseToTheFirstRequest() {
    replies.add(new Reply(0, ""));
    replies.add(new Reply(409, IN_PROGRESS));
    replies.add(new Reply(409, IN_PROGRESS));
    replies.add(new Reply(201, "{\"id\": 7}"));

    Json answer = client.request("POST", "/api/flows", JsonObject.EMPTY);

    assertThat(answer).hasToString("{\"id\":7}");
    assertThat(keys).hasSize(4);
    assertThat(keys.stream().distinct()).hasSize(1);
  }

  @Test
  void shouldReportAnotherConflictAtOnce() {
    replies.add(new Reply(0, ""));
    replies.add(new Reply(409, "{\"code\": \"code-taken\"}"));

    assertThatThrownBy(() -> client.request("POST", "/api/flows", JsonObject.EMPTY))
        .isInstanceOf(PawlApiException.class);
    assertThat(keys).hasSize(2);
  }
}
