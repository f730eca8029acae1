package dev.pawl.handlers.http;

import static dev.pawl.handlers.testing.LoopbackServer.json;
import static dev.pawl.handlers.testing.LoopbackServer.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.pawl.handlers.testing.CallFixture;
import dev.pawl.handlers.testing.LoopbackServer;
import dev.pawl.handlers.testing.LoopbackServer.Received;
import dev.pawl.handlers.testing.TestNetwork;
import dev.pawl.sdk.HandlerException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RequestAuthTest {

  private final TestNetwork network = new TestNetwork().name("api.example", TestNetwork.PUBLIC);
  private final AtomicInteger tokens = new AtomicInteger();
  private final AtomicInteger refusals = new AtomicInteger();
  private LoopbackServer server;

  @BeforeEach
  void startServer() throws Exception {
    server =
        LoopbackServer.start(
            TestNetwork.PUBLIC,
            (request, out) -> {
              if (request.target().equals("/token")) {
                json(
                        "200 OK",
                        "{\"access_token\": \"t%d\", \"expires_in\": 3600}"
                            .formatted(tokens.incrementAndGet()))
                    .answer(request, out);
              } else if (refusals.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                write(out, "401 Unauthorized", "", "");
              } else {
                json("200 OK", "{}").answer(request, out);
              }
            });
  }

  @AfterEach
  void stopServer() {
    server.close();
  }

  @Test
  void shouldSendFixedCredentials() throws Exception {
    assertThat(headersWith("{'type': 'basic', 'user': 'ada', 'password': 'é:x'}"))
        .containsEntry("authorization", "Basic YWRhOsOpOng=");
    assertThat(headersWith("{'type': 'bearer', 'token': 'abc'}"))
        .containsEntry("authorization", "Bearer abc");
    assertThat(headersWith("{'type': 'header', 'name': 'X-Api-Key', 'value': 'abc'}"))
        .containsEntry("x-api-key", "abc");
  }

  @Test
  void shouldSignBodies() throws Exception {
    Map<String, String> headers = headersWith("{'type': 'hmac', 'secret': 'key'}");

    assertThat(headers)
        .containsEntry("x-signature", "sha256=" + RequestAuth.hexHmac("key", "{}".getBytes()));
    Map<String, String> timed =
        headersWith("{'type': 'hmac', 'secret': 'key', 'timestampHeader': 'X-Time'}");
    String signed = timed.get("x-time") + ".{}";
    assertThat(timed)
        .containsEntry("x-signature", "sha256=" + RequestAuth.hexHmac("key", signed.getBytes()));
  }

  @Test
  void shouldComputeTheKnownSignature() {
    assertThat(RequestAuth.hexHmac("key", "The quick brown fox jumps over the lazy dog".getBytes()))
        .isEqualTo("f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8");
  }

  @Test
  void shouldGetAnAccessTokenOnceAndAgainIfItIsRefused() throws Exception {
    CallFixture fixture = new CallFixture(network.policy(server));
    String auth =
        "{'type': 'oauth2', 'tokenUrl': '%s/token', 'clientId': 'a b', 'clientSecret': 's', 'scope': 'x y'}"
            .formatted(url());

    call(fixture, auth);
    call(fixture, auth);

    assertThat(tokens).hasValue(1);
    Received token = server.requests().getFirst();
    assertThat(token.body()).isEqualTo("grant_type=client_credentials&scope=x%20y");
    assertThat(token.headers()).containsEntry("authorization", "Basic YSUyMGI6cw==");
    assertThat(server.lastRequest().headers()).containsEntry("authorization", "Bearer t1");

    refusals.set(1);
    call(fixture, auth);

    assertThat(tokens).hasValue(2);
    assertThat(server.lastRequest().headers()).containsEntry("authorization", "Bearer t2");
  }

  @Test
  void shouldCheckTokenUrlsLikeOtherUrls() {
    CallFixture fixture = new CallFixture(network.policy(server));

    HandlerException failure =
        catchThrowableOfType(
            HandlerException.class,
            () ->
                call(
                    fixture,
                    "{'type': 'oauth2', 'tokenUrl': 'http://127.0.0.1:%d/token', 'clientId': 'a', 'clientSecret': 's'}"
                        .formatted(server.port())));

    assertThat(failure.error()).isEqualTo("EgressDenied");
    assertThat(server.connections()).isZero();
  }

  @Test
  void shouldUseTheCredentialsOfAConnection() throws Exception {
    CallFixture fixture =
        new CallFixture(network.policy(server))
            .connection("crm", url(), "{\"user\": \"ada\", \"password\": \"x\"}", Map.of());

    fixture.call("HTTP_CALLOUT", "{'connection': 'crm', 'path': '/x'}");

    assertThat(server.lastRequest().headers()).containsEntry("authorization", "Basic YWRhOng=");
  }

  private Map<String, String> headersWith(String auth) throws Exception {
    call(new CallFixture(network.policy(server)), auth);
    return server.lastRequest().headers();
  }

  private void call(CallFixture fixture, String auth) throws Exception {
    fixture.call(
        "HTTP_CALLOUT",
        "{'url': '%s/x', 'method': 'POST', 'body': {}, 'auth': %s}".formatted(url(), auth));
  }

  private String url() {
    return "http://api.example:" + server.port();
  }
}
