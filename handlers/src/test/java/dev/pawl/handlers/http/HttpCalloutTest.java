package dev.pawl.handlers.http;

import static dev.pawl.handlers.testing.LoopbackServer.header;
import static dev.pawl.handlers.testing.LoopbackServer.json;
import static dev.pawl.handlers.testing.LoopbackServer.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.pawl.handlers.testing.CallFixture;
import dev.pawl.handlers.testing.LoopbackServer;
import dev.pawl.handlers.testing.LoopbackServer.Received;
import dev.pawl.handlers.testing.LoopbackServer.Script;
import dev.pawl.handlers.testing.TestNetwork;
import dev.pawl.sdk.ExternalEffect;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpCalloutTest {

  private final TestNetwork network =
      new TestNetwork().name("api.example", TestNetwork.PUBLIC).name("inner.example", "127.0.0.1");
  private final List<LoopbackServer> servers = new ArrayList<>();

  @AfterEach
  void stopServers() {
    servers.forEach(LoopbackServer::close);
  }

  @Test
  void shouldSendARequestAndReturnItsAnswer() throws Exception {
    LoopbackServer server =
        start(
            (request, out) ->
                write(
                    out,
                    "201 Created",
                    "Content-Type: application/json\r\nSet-Cookie: a=b\r\nX-Id: 9\r\n",
                    "{\"id\": 9}"));
    CallFixture fixture = fixture(server);

    Json result =
        fixture.call(
            "HTTP_CALLOUT",
            """
            {'url': '%s/orders?token=secret', 'method': 'post', 'query': {'q': 'a b&c', 'n': 1},
             'headers': {'X-Trace': 'abc', 'traceparent': '00-1-2-01'}, 'body': {'total': 5}}
            """
                .formatted(url(server)));

    assertThat(result.get("status")).contains(Json.of(201));
    assertThat(result.get("body")).contains(Json.parse("{\"id\": 9}"));
    assertThat(result.get("headers").orElseThrow().get("x-id")).contains(Json.of("9"));
    assertThat(result.get("headers").orElseThrow().get("set-cookie")).isEmpty();
    Received request = server.lastRequest();
    assertThat(request.method()).isEqualTo("POST");
    assertThat(request.target()).isEqualTo("/orders?token=secret&q=a%20b%26c&n=1");
    assertThat(request.body()).isEqualTo("{\"total\":5}");
    assertThat(request.headers())
        .containsEntry("content-type", "application/json")
        .containsEntry("idempotency-key", CallFixture.KEY)
        .containsEntry("traceparent", "00-1-2-01")
        .containsEntry("x-trace", "abc");
    assertThat(fixture.effects())
        .containsExactly(
            new ExternalEffect(
                "http", "POST " + url(server) + "/orders", CallFixture.KEY, "201 Created"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "json|{'a': 1}|application/json|{\"a\":1}",
        "text|'x y'|text/plain; charset=utf-8|x y",
        "form|{'a': 'x y', 'b': 2}|application/x-www-form-urlencoded|a=x%20y&b=2",
        "xml|'<a/>'|application/xml; charset=utf-8|<a/>",
        "base64|'aGk='|application/octet-stream|hi"
      },
      quoteCharacter = '`')
  void shouldSendBodiesOfSeveralTypes(String type, String body, String contentType, String sent)
      throws Exception {
    LoopbackServer server = start(json("200 OK", "{}"));

    fixture(server)
        .call(
            "HTTP_CALLOUT",
            "{'url': '%s', 'method': 'POST', 'bodyType': '%s', 'body': %s}"
                .formatted(url(server), type, body));

    assertThat(server.lastRequest().headers()).containsEntry("content-type", contentType);
    assertThat(server.lastRequest().body()).isEqualTo(sent);
  }

  @ParameterizedTest
  @CsvSource({
    "500 Oops, Http5xx",
    "503 Busy, Http5xx",
    "404 Not Found, Http4xx",
    "302 Found, Http4xx",
    "429 Slow Down, Http429",
    "409 Conflict, Duplicate",
    "422 No, Invalid"
  })
  void shouldNameErrorsByStatus(String status, String error) throws Exception {
    LoopbackServer server =
        start((request, out) -> write(out, status, "Retry-After: 120\r\n", "the reason"));

    HandlerException failure =
        failure(
            fixture(server),
            "{'url': '%s', 'errors': {'409': 'Duplicate', '422': 'Invalid'}}"
                .formatted(url(server)));

    assertThat(failure.error()).isEqualTo(error);
    assertThat(failure)
        .hasMessage(
            "GET %s/ answered %s; Retry-After: 120: the reason".formatted(url(server), status));
  }

  @Test
  void shouldAcceptOtherStatusesAsSuccess() throws Exception {
    LoopbackServer server = start(json("404 Not Found", "{}"));

    Json result =
        fixture(server)
            .call(
                "HTTP_CALLOUT",
                "{'url': '%s', 'successStatus': ['2xx', 404]}".formatted(url(server)));

    assertThat(result.get("status")).contains(Json.of(404));
  }

  @Test
  void shouldNameErrorsWithoutAnswerAndRecordTheirEffect() throws Exception {
    LoopbackServer closed = start(json("200 OK", "{}"));
    closed.close();
    CountDownLatch end = new CountDownLatch(1);
    LoopbackServer silent = start((request, out) -> end.await());
    CallFixture fixture = fixture(closed, silent).timeout(Duration.ofMillis(300));

    assertThat(failure(fixture, "{'url': '%s'}".formatted(url(closed))).error())
        .isEqualTo("HttpConnect");
    assertThat(failure(fixture, "{'url': 'http://nowhere.example/'}").error())
        .isEqualTo("HttpConnect");
    assertThat(failure(fixture, "{'url': '%s'}".formatted(url(silent))).error())
        .isEqualTo("HttpTimeout");
    end.countDown();
    assertThat(fixture.effects().getLast().summary()).isEqualTo("no answer: HttpTimeout");
  }

  @Test
  void shouldLimitTheSizeOfStoredValues() throws Exception {
    LoopbackServer large = start(json("200 OK", "\"" + "x".repeat(300 * 1024) + "\""));
    LoopbackServer tooLarge = start(json("200 OK", "x".repeat(1024 * 1024 + 1)));
    CallFixture fixture = fixture(large, tooLarge);

    HandlerException ofState = failure(fixture, "{'url': '%s'}".formatted(url(large)));
    HandlerException ofAnswer = failure(fixture, "{'url': '%s'}".formatted(url(tooLarge)));

    assertThat(ofState.error()).isEqualTo("HttpTooLarge");
    assertThat(ofState)
        .hasMessageContaining("above the maximum of 262144 that may enter the state");
    assertThat(ofAnswer.error()).isEqualTo("HttpTooLarge");
    assertThat(ofAnswer).hasMessageContaining("larger than 1048576 bytes");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://127.0.0.1:%d/",
        "http://localhost:%d/",
        "http://[::1]:%d/",
        "http://0.0.0.0:%d/",
        "http://inner.example:%d/",
        "http://[::ffff:127.0.0.1]:%d/",
        "http://169.254.169.254/",
        "http://metadata.google.internal/",
        "http://api.example:1/"
      })
  void shouldDenyTargetsThatAreNotPublic(String url) throws Exception {
    LoopbackServer inner = LoopbackServer.start("127.0.0.1", json("200 OK", "{}"));
    servers.add(inner);
    CallFixture fixture = fixture(inner);

    for (String resource : List.of("HTTP_CALLOUT", "OUTBOUND_MESSAGE", "EXPORT")) {
      String config =
          """
          {'%s': '%s', 'type': 'x', 'secret': 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'}
          """
              .formatted(
                  resource.equals("EXPORT") ? "endpointUrl" : "url", url.formatted(inner.port()));
      HandlerException failure =
          catchThrowableOfType(HandlerException.class, () -> fixture.call(resource, config));
      assertThat(failure.error()).as(resource).isEqualTo("EgressDenied");
    }

    assertThat(inner.connections()).isZero();
    assertThat(fixture.effects()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'url': 'http://user:hunter2@api.example/'}",
        "{'url': 'file:///etc/passwd'}",
        "{'url': 'http://2130706433/'}",
        "{'url': 'http://api.example/', 'connection': 'x'}",
        "{'connection': 'missing'}",
        "{'connection': 'crm', 'path': '/../admin'}",
        "{'connection': 'crm', 'path': '/a/%2e%2E/admin'}",
        "{'connection': 'crm', 'path': '@evil.example/'}",
        "{'connection': 'crm', 'path': '//evil.example/'}",
        "{'connection': 'crm', 'path': '/a?b'}",
        "{'url': 'http://api.example/', 'method': 'TRACE'}",
        "{'url': 'http://api.example/', 'headers': {'Host': 'evil'}}",
        "{'url': 'http://api.example/', 'headers': {'X': 'a\\r\\nY: b'}}",
        "{'url': 'http://api.example/', 'headers': 'x'}",
        "{'url': 'http://api.example/', 'followRedirects': 4}",
        "{'url': 'http://api.example/', 'successStatus': 'ok'}",
        "{'url': 'http://api.example/', 'auth': {'type': 'magic'}}",
        "{'url': 'http://api.example/', 'auth': {'type': 'bearer'}}",
        "{'url': 'http://api.example/', 'auth': {'type': 'bearer', 'token': 'a\\nb'}}",
        "{'url': 'http://api.example/', 'bodyType': 'form', 'body': [1]}",
        "{'url': 'http://api.example/', 'pagination': {'next': 'x.y'}}",
        "[]"
      })
  void shouldRefuseWrongSettings(String config) {
    CallFixture fixture =
        new CallFixture(network.policy())
            .connection("crm", "http://api.example/base", "{}", Map.of());

    HandlerException failure = failure(fixture, config);

    assertThat(failure.error()).isEqualTo("ConfigInvalid");
    assertThat(failure).hasMessageNotContaining("hunter2");
    assertThat(network.lookups()).isEmpty();
  }

  @Test
  void shouldFollowRedirectsIfAsked() throws Exception {
    LoopbackServer server =
        start(
            (request, out) -> {
              if (request.target().equals("/old")) {
                write(out, "302 Found", "Location: /new\r\n", "");
              } else {
                write(out, "200 OK", "Content-Type: text/plain\r\n", "here");
              }
            });

    Json result =
        fixture(server)
            .call(
                "HTTP_CALLOUT",
                "{'url': '%s/old', 'followRedirects': true}".formatted(url(server)));

    assertThat(result.get("body")).contains(Json.of("here"));
    assertThat(server.requests()).extracting(Received::target).containsExactly("/old", "/new");
  }

  @Test
  void shouldDenyRedirectsToPrivateAddresses() throws Exception {
    LoopbackServer inner = LoopbackServer.start("127.0.0.1", json("200 OK", "{}"));
    servers.add(inner);
    LoopbackServer server =
        start(header("307 Moved", "Location: http://127.0.0.1:" + inner.port() + "/"));

    HandlerException failure =
        failure(
            fixture(server, inner), "{'url': '%s', 'followRedirects': 3}".formatted(url(server)));

    assertThat(failure.error()).isEqualTo("EgressDenied");
    assertThat(inner.connections()).isZero();
  }

  @Test
  void shouldCallPrivateAddressesThroughAnApprovedConnection() throws Exception {
    LoopbackServer inner = LoopbackServer.start("127.0.0.1", json("200 OK", "{\"ok\":true}"));
    servers.add(inner);
    String address = "http://inner.example:%d/base/".formatted(inner.port());
    CallFixture fixture =
        new CallFixture(network.policy())
            .connection("approved", address, "{}", Map.of(), true)
            .connection("other", address, "{}", Map.of(), false);

    Json result = fixture.call("HTTP_CALLOUT", "{'connection': 'approved', 'path': '/a'}");

    assertThat(result.get("status")).contains(Json.of(200));
    assertThat(inner.lastRequest().target()).isEqualTo("/base/a");
    assertThat(failure(fixture, "{'connection': 'other', 'path': '/a'}").error())
        .isEqualTo("EgressDenied");
  }

  @Test
  void shouldReturnTextAndBinaryBodies() throws Exception {
    LoopbackServer text =
        start((request, out) -> write(out, "200 OK", "Content-Type: text/html\r\n", "<p>é"));
    LoopbackServer binary =
        start(
            (request, out) -> {
              out.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n".getBytes());
              out.write(new byte[] {(byte) 0xff, 0});
            });
    LoopbackServer none = start((request, out) -> write(out, "204 No Content", "", ""));
    CallFixture fixture = fixture(text, binary, none);

    assertThat(fixture.call("HTTP_CALLOUT", "{'url': '%s'}".formatted(url(text))).get("body"))
        .contains(Json.of("<p>é"));
    assertThat(fixture.call("HTTP_CALLOUT", "{'url': '%s'}".formatted(url(binary))).get("body"))
        .contains(Json.of("/wA="));
    assertThat(fixture.call("HTTP_CALLOUT", "{'url': '%s'}".formatted(url(none))).get("body"))
        .contains(Json.parse("null"));
  }

  private LoopbackServer start(Script script) throws Exception {
    LoopbackServer server = LoopbackServer.start(TestNetwork.PUBLIC, script);
    servers.add(server);
    return server;
  }

  private CallFixture fixture(LoopbackServer... reachable) {
    return new CallFixture(network.policy(reachable));
  }

  private static String url(LoopbackServer server) {
    return "http://api.example:" + server.port();
  }

  private static HandlerException failure(CallFixture fixture, String config) {
    return catchThrowableOfType(HandlerException.class, () -> fixture.call("HTTP_CALLOUT", config));
  }
}
