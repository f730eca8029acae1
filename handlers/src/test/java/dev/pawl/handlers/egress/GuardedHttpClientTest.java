package dev.pawl.handlers.egress;

import static dev.pawl.handlers.testing.LoopbackServer.header;
import static dev.pawl.handlers.testing.LoopbackServer.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.pawl.handlers.egress.HttpFailure.Reason;
import dev.pawl.handlers.testing.LoopbackServer;
import dev.pawl.handlers.testing.LoopbackServer.Script;
import dev.pawl.handlers.testing.TestNetwork;
import dev.pawl.testkit.Await;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GuardedHttpClientTest {

  private static final Duration SHORT_TOTAL = Duration.ofSeconds(2);

  private final TestNetwork network = new TestNetwork().name("api.example", TestNetwork.PUBLIC);
  private final List<LoopbackServer> servers = new ArrayList<>();

  @AfterEach
  void stopServers() {
    servers.forEach(LoopbackServer::close);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.0.0.1",
        "localhost",
        "0.0.0.0",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "inner.example",
        "metadata.example",
        "[64:ff9b::7f00:1]"
      })
  void shouldMakeNoConnectionToADeniedTarget(String host) throws Exception {
    network.name("inner.example", "127.0.0.1").name("metadata.example", "169.254.169.254");
    LoopbackServer inner = start("127.0.0.1", json("200 OK", "{}"));

    HttpFailure failure = failure(get("http://%s:%d/".formatted(host, inner.port())), inner);

    assertThat(failure.reason()).isEqualTo(Reason.DENIED);
    assertThat(inner.connections()).isZero();
  }

  @Test
  void shouldReportOpenAndClosedPortsOfDeniedTargetsAlike() throws Exception {
    LoopbackServer open = start("127.0.0.1", json("200 OK", "{}"));
    LoopbackServer closed = start("127.0.0.1", json("200 OK", "{}"));
    closed.close();

    HttpFailure ofOpen = failure(get("http://127.0.0.1:%d/".formatted(open.port())), open);
    HttpFailure ofClosed = failure(get("http://127.0.0.1:%d/".formatted(closed.port())), closed);

    assertThat(ofOpen).hasMessage(ofClosed.getMessage());
  }

  @Test
  void shouldResolveOnceAndConnectToTheCheckedAddress() throws Exception {
    LoopbackServer outside = start(TestNetwork.PUBLIC, json("200 OK", "{}"));
    List<String> lookups = new ArrayList<>();
    HostResolver rebinding =
        host -> {
          lookups.add(host);
          return List.of(
              InetAddress.getByName(lookups.size() == 1 ? TestNetwork.PUBLIC : "127.0.0.1"));
        };
    GuardedHttpClient client =
        new GuardedHttpClient(new EgressGuard(network.policy(outside).withResolver(rebinding)));

    HttpAnswer answer =
        client.send(get("http://api.example:%d/x".formatted(outside.port())), client.deadline());

    assertThat(answer.status()).isEqualTo(200);
    assertThat(lookups).containsExactly("api.example");
    assertThat(outside.lastRequest().headers())
        .containsEntry("host", "api.example:" + outside.port());
    HttpFailure second =
        catchThrowableOfType(
            HttpFailure.class,
            () ->
                client.send(
                    get("http://api.example:%d/x".formatted(outside.port())), client.deadline()));
    assertThat(second.reason()).isEqualTo(Reason.DENIED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"301", "302", "303", "307", "308"})
  void shouldNotFollowRedirectsByDefault(String status) throws Exception {
    LoopbackServer server =
        start(TestNetwork.PUBLIC, header(status + " Moved", "Location: http://127.0.0.1/"));

    HttpAnswer answer = send(get(server), server);

    assertThat(answer.statusLine()).isEqualTo(status + " Moved");
    assertThat(server.connections()).isEqualTo(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"302", "307", "308"})
  void shouldDenyRedirectsToDeniedTargets(String status) throws Exception {
    LoopbackServer inner = start("127.0.0.1", json("200 OK", "{}"));
    for (String target :
        List.of(
            "http://127.0.0.1:" + inner.port() + "/",
            "http://localhost:" + inner.port() + "/",
            "file:///etc/passwd",
            "gopher://api.example/",
            "http://user@api.example/",
            "//127.0.0.1:" + inner.port() + "/")) {
      LoopbackServer server =
          start(TestNetwork.PUBLIC, header(status + " Moved", "Location: " + target));

      HttpFailure failure = failure(following(server, Map.of()), server, inner);

      assertThat(failure.reason()).as(target).isEqualTo(Reason.DENIED);
    }
    assertThat(inner.connections()).isZero();
  }

  @Test
  void shouldEndRedirectLoopsAndRefuseToLeaveEncryption() throws Exception {
    LoopbackServer loop = start(TestNetwork.PUBLIC, header("302 Found", "Location: /again"));

    HttpFailure failure = failure(following(loop, Map.of()), loop);

    assertThat(failure.reason()).isEqualTo(Reason.REDIRECT);
    assertThat(loop.connections()).isEqualTo(4);
    HttpUrl encrypted = HttpUrl.parse("https://api.example/");
    HttpAnswer toPlain =
        new HttpAnswer(
            302, "Found", Map.of("location", "http://api.example/"), new byte[0], encrypted);
    assertThatThrownBy(() -> GuardedHttpClient.target(encrypted, toPlain))
        .hasMessage("https://api.example/ redirects from https to http");
  }

  @Test
  void shouldDropCredentialsWhenARedirectChangesTheHost() throws Exception {
    network.name("other.example", TestNetwork.PUBLIC);
    LoopbackServer other = start(TestNetwork.PUBLIC, json("200 OK", "{}"));
    LoopbackServer server =
        start(
            TestNetwork.PUBLIC,
            header("307 Moved", "Location: http://other.example:" + other.port() + "/x"));
    Map<String, String> headers =
        Map.of(
            "Authorization", "Bearer secret", "X-Api-Key", "secret", "Content-Type", "text/plain");

    HttpAnswer answer = send(following(server, headers), server, other);

    assertThat(answer.status()).isEqualTo(200);
    assertThat(server.lastRequest().headers()).containsKeys("authorization", "x-api-key");
    assertThat(other.lastRequest().headers())
        .containsEntry("content-type", "text/plain")
        .doesNotContainKeys("authorization", "x-api-key");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Host",
        "content-length",
        "Transfer-Encoding",
        "Connection",
        "Proxy-Authorization",
        "Upgrade",
        "TE",
        "Expect",
        "X Y",
        "X:",
        ""
      })
  void shouldRefuseHeadersThatFrameTheRequest(String name) {
    assertThatThrownBy(() -> request("http://host/", Map.of(name, "x"), 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("headers: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a\r\nX-Evil: 1", "a\nb", "a\rb", "a\0b", "é"})
  void shouldRefuseHeaderValuesWithLineBreaks(String value) {
    assertThatThrownBy(() -> request("http://host/", Map.of("X-Name", value), 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("X-Name")
        .hasMessageContaining("no line breaks");
  }

  @Test
  void shouldDecompressUpToTheMaximum() throws Exception {
    LoopbackServer small =
        start(TestNetwork.PUBLIC, gzip("hello".getBytes(StandardCharsets.UTF_8)));
    LoopbackServer bomb = start(TestNetwork.PUBLIC, gzip(new byte[64 * 1024 * 1024]));

    assertThat(new String(send(get(small), small).body(), StandardCharsets.UTF_8))
        .isEqualTo("hello");
    assertThat(failure(get(bomb), bomb).reason()).isEqualTo(Reason.TOO_LARGE);
  }

  @Test
  void shouldCutEndlessResponses() throws Exception {
    LoopbackServer chunks =
        start(
            TestNetwork.PUBLIC,
            (request, out) -> {
              out.write(
                  "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
                      .getBytes(StandardCharsets.US_ASCII));
              byte[] chunk =
                  ("1000\r\n" + "x".repeat(4096) + "\r\n").getBytes(StandardCharsets.US_ASCII);
              while (true) {
                out.write(chunk);
              }
            });

    assertThat(failure(get(chunks), chunks).reason()).isEqualTo(Reason.TOO_LARGE);
    Await.until("the connection is closed", () -> chunks.open() == 0);
  }

  @Test
  void shouldCutLargeHeaders() throws Exception {
    LoopbackServer large =
        start(TestNetwork.PUBLIC, header("200 OK", "X-Large: " + "x".repeat(10 * 1024 * 1024)));
    LoopbackServer many =
        start(TestNetwork.PUBLIC, header("200 OK", "X: y\r\n".repeat(1000).strip()));

    assertThat(failure(get(large), large).reason()).isEqualTo(Reason.TOO_LARGE);
    assertThat(failure(get(many), many).reason()).isEqualTo(Reason.TOO_LARGE);
  }

  @Test
  void shouldEndAnswersThatStallOrTrickleAtTheDeadline() throws Exception {
    CountDownLatch end = new CountDownLatch(1);
    LoopbackServer silent = start(TestNetwork.PUBLIC, (request, out) -> end.await());
    LoopbackServer trickle =
        start(
            TestNetwork.PUBLIC,
            (request, out) -> {
              out.write("HTTP/1.1 200 OK\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
              while (!end.await(20, TimeUnit.MILLISECONDS)) {
                out.write('x');
                out.flush();
              }
            });
    LoopbackServer headers =
        start(
            TestNetwork.PUBLIC,
            (request, out) -> {
              out.write("HTTP/1.1 200 OK\r\nX: ".getBytes(StandardCharsets.US_ASCII));
              while (!end.await(20, TimeUnit.MILLISECONDS)) {
                out.write('x');
                out.flush();
              }
            });

    for (LoopbackServer server : List.of(silent, trickle, headers)) {
      assertThat(failure(get(server), server).reason()).isEqualTo(Reason.TIMEOUT);
    }

    Await.until("slots are free", () -> trickle.open() == 0 && headers.open() == 0);
    end.countDown();
  }

  @Test
  void shouldReportBrokenConnectionsInOneWay() throws Exception {
    LoopbackServer closed = start(TestNetwork.PUBLIC, json("200 OK", "{}"));
    closed.close();
    LoopbackServer empty = start(TestNetwork.PUBLIC, (request, out) -> {});
    LoopbackServer other =
        start(
            TestNetwork.PUBLIC,
            (request, out) -> out.write("+PONG\r\n".getBytes(StandardCharsets.US_ASCII)));

    for (LoopbackServer server : List.of(closed, empty, other)) {
      HttpFailure failure = failure(get(server), server);
      assertThat(failure.reason()).isEqualTo(Reason.CONNECT);
      assertThat(failure)
          .hasMessage(
              "no response from http://api.example:%d/: the connection failed or was closed",
              server.port());
    }
  }

  @Test
  void shouldRefuseServersWithoutValidCertificate() throws Exception {
    LoopbackServer plain = start(TestNetwork.PUBLIC, json("200 OK", "{}"));

    HttpFailure failure = failure(get("https://api.example:%d/".formatted(plain.port())), plain);

    assertThat(failure.reason()).isEqualTo(Reason.CONNECT);
  }

  private static Script gzip(byte[] body) throws Exception {
    ByteArrayOutputStream zipped = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(zipped)) {
      out.write(body);
    }
    return (request, out) -> {
      out.write(
          "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n"
              .formatted(zipped.size())
              .getBytes(StandardCharsets.US_ASCII));
      zipped.writeTo(out);
    };
  }

  private LoopbackServer start(String address, Script script) throws Exception {
    LoopbackServer server = LoopbackServer.start(address, script);
    servers.add(server);
    return server;
  }

  private static OutgoingRequest get(LoopbackServer server) {
    return get("http://api.example:%d/".formatted(server.port()));
  }

  private static OutgoingRequest get(String url) {
    return request(url, Map.of(), 0);
  }

  private static OutgoingRequest following(LoopbackServer server, Map<String, String> headers) {
    return request("http://api.example:%d/".formatted(server.port()), headers, 3);
  }

  private static OutgoingRequest request(String url, Map<String, String> headers, int redirects) {
    return new OutgoingRequest(
        "GET", HttpUrl.parse(url), headers, Optional.empty(), EgressPermission.http(1), redirects);
  }

  private HttpAnswer send(OutgoingRequest request, LoopbackServer... reachable) throws HttpFailure {
    GuardedHttpClient client = new GuardedHttpClient(new EgressGuard(network.policy(reachable)));
    return client.send(request, client.deadline());
  }

  private HttpFailure failure(OutgoingRequest request, LoopbackServer... reachable) {
    GuardedHttpClient client =
        new GuardedHttpClient(
            new EgressGuard(network.policy(reachable)),
            HttpLimitValues.STANDARD.withTotal(SHORT_TOTAL));
    return catchThrowableOfType(HttpFailure.class, () -> client.send(request, client.deadline()));
  }
}
