package dev.pawl.handlers.http;

import static dev.pawl.handlers.testing.LoopbackServer.header;
import static dev.pawl.handlers.testing.LoopbackServer.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.pawl.handlers.testing.CallFixture;
import dev.pawl.handlers.testing.LoopbackServer;
import dev.pawl.handlers.testing.LoopbackServer.Received;
import dev.pawl.handlers.testing.TestNetwork;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OutboundMessageTest {

  private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

  private final TestNetwork network = new TestNetwork().name("hooks.example", TestNetwork.PUBLIC);

  @Test
  void shouldComputeTheSignatureOfTheSpecification() throws Exception {
    String signature =
        WebhookSignature.sign(
            List.of(SECRET),
            "msg_p5jXN8AQM9LWM0D4loKWxJek",
            1614265330,
            "{\"test\": 2432232314}".getBytes(StandardCharsets.UTF_8));

    assertThat(signature).isEqualTo("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
  }

  @Test
  void shouldDeliverASignedMessage() throws Exception {
    try (LoopbackServer server =
        LoopbackServer.start(TestNetwork.PUBLIC, json("204 No Content", ""))) {
      CallFixture fixture = new CallFixture(network.policy(server)).secretValue("hook", SECRET);

      Json result =
          fixture.call(
              "OUTBOUND_MESSAGE",
              "{'url': '%s/in', 'type': 'invoice.paid', 'secret': ['hook', '%s']}"
                  .formatted(url(server), SECRET),
              "{\"invoice\": 7}");

      Received request = server.lastRequest();
      String id = request.headers().get("webhook-id");
      assertThat(id).isEqualTo("msg_e1~2ef2~7e3-k").doesNotContain(".");
      long seconds = Long.parseLong(request.headers().get("webhook-timestamp"));
      String expected =
          WebhookSignature.sign(
              List.of(SECRET), id, seconds, request.body().getBytes(StandardCharsets.UTF_8));
      assertThat(request.headers())
          .containsEntry("webhook-signature", expected + " " + expected)
          .containsEntry("idempotency-key", CallFixture.KEY);
      Json body = Json.parse(request.body());
      assertThat(body.get("type")).contains(Json.of("invoice.paid"));
      assertThat(body.get("data")).contains(Json.parse("{\"invoice\": 7}"));
      assertThat(result)
          .isEqualTo(
              Json.parse("{\"id\": \"%s\", \"status\": 204, \"attempts\": 2}".formatted(id)));
      assertThat(fixture.effects()).hasSize(1);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "410 Gone, WebhookGone",
    "302 Found, WebhookFailed",
    "308 Moved, WebhookFailed",
    "404 Not Found, WebhookFailed",
    "429 Slow, WebhookFailed",
    "500 Oops, WebhookFailed"
  })
  void shouldNameFailures(String status, String error) throws Exception {
    try (LoopbackServer server =
        LoopbackServer.start(TestNetwork.PUBLIC, header(status, "Location: /other"))) {

      HandlerException failure =
          failure(new CallFixture(network.policy(server)), url(server), SECRET);

      assertThat(failure.error()).isEqualTo(error);
      assertThat(server.connections()).isEqualTo(1);
    }
  }

  @Test
  void shouldFailIfNothingAnswers() throws Exception {
    LoopbackServer server = LoopbackServer.start(TestNetwork.PUBLIC, json("200 OK", "{}"));
    server.close();

    assertThat(failure(new CallFixture(network.policy(server)), url(server), SECRET).error())
        .isEqualTo("WebhookFailed");
  }

  @ParameterizedTest
  @ValueSource(strings = {"whsec_", "whsec_c2hvcnQ=", "whsec_***", "unknown-name"})
  void shouldRefuseWeakSecrets(String secret) {
    HandlerException failure =
        failure(new CallFixture(network.policy()), "http://hooks.example", secret);

    assertThat(failure.error()).isEqualTo("ConfigInvalid");
    assertThat(failure).hasMessageStartingWith("secret: ");
  }

  @Test
  void shouldUseTheSecretOfAnEndpoint() throws Exception {
    try (LoopbackServer server = LoopbackServer.start(TestNetwork.PUBLIC, json("200 OK", "{}"))) {
      CallFixture fixture =
          new CallFixture(network.policy(server))
              .connection(
                  "partner",
                  url(server) + "/hook",
                  "{\"secret\": \"%s\"}".formatted(SECRET),
                  Map.of());

      fixture.call("OUTBOUND_MESSAGE", "{'endpoint': 'partner', 'type': 'x'}");

      assertThat(server.lastRequest().target()).isEqualTo("/hook");
    }
  }

  private static HandlerException failure(CallFixture fixture, String url, String secret) {
    return catchThrowableOfType(
        HandlerException.class,
        () ->
            fixture.call(
                "OUTBOUND_MESSAGE",
                "{'url': '%s', 'type': 'x', 'secret': '%s'}".formatted(url, secret)));
  }

  private static String url(LoopbackServer server) {
    return "http://hooks.example:" + server.port();
  }
}
