package dev.pawl.handlers.sms;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.sun.net.httpserver.HttpServer;
import dev.pawl.handlers.egress.EgressGuard;
import dev.pawl.handlers.egress.EgressPolicy;
import dev.pawl.handlers.message.MessageCalls;
import dev.pawl.sdk.ExternalEffect;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.OutboundConnection.Kind;
import dev.pawl.sdk.OutboundConnection.Tls;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpSmsGatewayTest {

  private static final String GREETING =
      """
      {"to": "+46701740605", "text": "Hello", "sender": "Pawl"}
      """;

  private final SmsHandler handler = new SmsHandler(new EgressGuard(EgressPolicy.PUBLIC_ONLY));
  private final MessageCalls calls = new MessageCalls();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private volatile int status = 202;
  private volatile String answer = "{\"id\": 17, \"status\": \"queued\"}";
  private HttpServer server;

  @BeforeEach
  void start() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getByName("localhost"), 0), 0);
    server.createContext(
        "/messages",
        exchange -> {
          requests.add(
              "%s %s %s %s"
                  .formatted(
                      exchange.getRequestMethod(),
                      exchange.getRequestHeaders().getFirst("Authorization"),
                      exchange.getRequestHeaders().getFirst("Idempotency-Key"),
                      new String(exchange.getRequestBody().readAllBytes(), UTF_8)));
          byte[] body = answer.getBytes(UTF_8);
          exchange.getResponseHeaders().set("Location", "/messages");
          exchange.sendResponseHeaders(status, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    calls.with(
        "sms",
        Kind.HTTP,
        "http://localhost:%d/messages".formatted(server.getAddress().getPort()),
        Tls.NONE,
        "{\"type\": \"bearer\", \"token\": \"t0k\"}",
        "{}");
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void shouldPostTheMessageWithItsKey() throws Exception {
    Json result = handler.handle(calls.call(GREETING, "{}"));

    assertThat(result)
        .isEqualTo(Json.parse("{\"messageId\": \"17\", \"segments\": 1, \"status\": \"queued\"}"));
    assertThat(requests)
        .containsExactly(
            "POST Bearer t0k 0190-key.1~2 {\"to\":\"+46701740605\",\"text\":\"Hello\","
                + "\"sender\":\"Pawl\",\"key\":\"0190-key.1~2\"}");
    assertThat(calls.effects())
        .containsExactly(new ExternalEffect("sms", "+46701740605", "0190-key.1~2", "202, id 17"));
  }

  @ParameterizedTest
  @CsvSource({
    "429, SmsThrottled",
    "500, SmsConnect",
    "503, SmsConnect",
    "408, SmsConnect",
    "400, SmsRejected",
    "401, SmsRejected",
    "307, SmsRejected"
  })
  void shouldNameTheErrorByTheStatus(int code, String error) {
    status = code;

    HandlerException failure = failure(GREETING);

    assertThat(failure.error()).isEqualTo(error);
    assertThat(failure).hasMessageNotContaining("t0k");
    assertThat(requests).hasSize(1);
    assertThat(calls.effects()).isEmpty();
  }

  @Test
  void shouldNotWaitForReceipts() {
    HandlerException failure =
        failure("{\"to\": \"+46701740605\", \"text\": \"x\", \"receipt\": \"wait\"}");

    assertThat(failure.error()).isEqualTo("ConfigInvalid");
    assertThat(requests).isEmpty();
  }

  private HandlerException failure(String config) {
    HandlerException failure =
        catchThrowableOfType(
            HandlerException.class, () -> handler.handle(calls.call(config, "{}")));
    assertThat(failure).isNotNull();
    return failure;
  }
}
