package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Attack tests 20, 22, 24 to 28 and 63: what the server shows to callers without a key. */
@ExtendWith(OneServer.class)
class ExposureAttackTest {

  private static final byte[] NOTHING = new byte[0];

  /** Loopback addresses as /proc/net/tcp writes them: 127.0.0.1, the same within IPv6, and ::1. */
  private static final Set<String> LOOPBACK =
      Set.of("0100007F", "0000000000000000FFFF00000100007F", "00000000000000000000000001000000");

  private static List<String> key(OneServer.Running running, String... more) {
    List<String> head = new ArrayList<>(List.of("Authorization: Bearer " + running.adminKey()));
    head.addAll(List.of(more));
    return head;
  }

  @Test
  void shouldSendSecurityHeadersWithEveryResponse_22(OneServer.Running running) throws Exception {
    Wire wire = running.wire();
    running
        .admin()
        .post(
            "/api/flows?publish=true",
            "{\"code\": \"headers\", \"definition\": {\"StartAt\": \"A\", \"States\":"
                + " {\"A\": {\"Type\": \"Pass\", \"End\": true}}}}");
    String execution = running.admin().post("/api/flows/headers/execute?wait=9", "{}").text("id");

    for (Wire.Answer answer :
        List.of(
            wire.call("GET", "/api/flows", key(running), ""),
            wire.call("GET", "/api/flows/executions/" + execution + "/events", key(running), ""),
            wire.call("GET", "/api/flows", List.of(), ""),
            wire.call("GET", "/api/nothing", key(running), ""),
            wire.call("POST", "/api/keys", key(running), "{"),
            wire.call("GET", "/health/live", List.of(), ""),
            wire.call("GET", "/", List.of(), ""),
            wire.call("GET", "/%2f", List.of(), ""),
            wire.call("TRACE", "/", List.of(), ""))) {
      assertThat(answer.header("Content-Security-Policy"))
          .as(answer.toString())
          .hasValueSatisfying(
              value -> assertThat(value).contains("default-src 'none'", "frame-ancestors 'none'"));
      assertThat(answer.header("X-Content-Type-Options")).contains("nosniff");
      assertThat(answer.header("Cache-Control")).contains("no-store");
      assertThat(answer.header("X-Frame-Options")).contains("DENY");
      assertThat(answer.header("Server")).isEmpty();
    }
  }

  @Test
  void shouldAllowNoOtherOrigin_24(OneServer.Running running) throws Exception {
    List<String> foreign =
        key(
            running,
            "Origin: https://evil.example",
            "Access-Control-Request-Method: POST",
            "Access-Control-Request-Headers: authorization");

    List<String> preflight = foreign.subList(1, foreign.size()); // browsers send no key with it

    for (Wire.Answer answer :
        List.of(
            running.wire().call("OPTIONS", "/api/flows", foreign, ""),
            running.wire().call("OPTIONS", "/api/flows", preflight, ""),
            running.wire().call("OPTIONS", "/health/live", preflight, ""),
            running.wire().call("GET", "/api/flows", foreign, ""))) {
      assertThat(answer.headers())
          .isNotEmpty()
          .noneMatch(line -> line.toLowerCase().startsWith("access-control-allow"));
    }
  }

  @Test
  void shouldIgnoreForwardedHeadersOfUntrustedClients_25(OneServer.Running running)
      throws Exception {
    List<String> forwarded =
        List.of(
            "Authorization: Bearer bad",
            "X-Forwarded-For: 203.0.113.9",
            "Forwarded: for=203.0.113.9;host=evil.example;proto=https",
            "X-Forwarded-Host: evil.example",
            "X-Forwarded-Proto: https",
            "X-Real-IP: 203.0.113.9");
    running.wire().from("127.0.0.25").call("GET", "/api/flows", forwarded, "");
    Wire.Answer created =
        running
            .wire()
            .call(
                "POST",
                "/api/flows",
                key(running, "X-Forwarded-Host: evil.example", "X-Forwarded-Prefix: /evil"),
                "{\"code\": \"forwarded\", \"definition\": {\"StartAt\": \"A\", \"States\": {\"A\":"
                    + " {\"Type\": \"Succeed\"}}}}");

    assertThat(running.admin().get("/api/audit?strangers=true&limit=1000").body().toString())
        .contains("127.0.0.25")
        .doesNotContain("203.0.113.9");
    assertThat(created.status()).isEqualTo(201);
    assertThat(created.headers()).noneMatch(line -> line.contains("evil"));
  }

  @Test
  void shouldReadOneRequestInOneWay_26(OneServer.Running running) throws Exception {
    String start = "POST /api/flows/validate HTTP/1.1\r\nHost: x\r\n" + key(running).getFirst();
    String hidden = "GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n";

    for (String lengths :
        List.of(
            "Content-Length: 4\r\nContent-Length: 5",
            "Content-Length: 4, 5",
            "Content-Length: +4",
            "Content-Length: -1",
            "Content-Length: 0x4",
            "Transfer-Encoding: chunked, identity",
            "Transfer-Encoding: xchunked",
            "Transfer-Encoding : chunked",
            "Content-Length : 4",
            "Content-Length: 4\r\n folded: 1",
            "Content-Length: 5\r\nTransfer-Encoding: xchunked")) {
      List<Wire.Answer> answers =
          running
              .wire()
              .answers(
                  start + "\r\n" + lengths + "\r\n\r\n",
                  ("0\r\n\r\n" + hidden).getBytes(StandardCharsets.US_ASCII));
      assertThat(answers).as(lengths).hasSize(1);
      assertThat(answers.getFirst().status()).as(lengths).isIn(400, 501);
    }
  }

  @Test
  void shouldNotReadASmuggledRequest_26(OneServer.Running running) throws Exception {
    String start =
        "POST /api/flows/validate HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            + key(running).getFirst();
    String hidden = "GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n";
    String body = "{\"definition\": {}}";
    String chunks = "%x\r\n%s\r\n0\r\n\r\n%s".formatted(body.length(), body, hidden);

    for (String lengths :
        List.of(
            "Content-Length: %d\r\nTransfer-Encoding: chunked",
            "Transfer-Encoding: chunked\r\nContent-Length: %d",
            "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\nContent-Length: %d")) {
      List<Wire.Answer> answers =
          running
              .wire()
              .answers(
                  start + "\r\n" + lengths.formatted(chunks.length()) + "\r\n\r\n",
                  chunks.getBytes(StandardCharsets.US_ASCII));

      // The chunks count, as RFC 9112 requires; nothing after them is read and the connection is
      // closed.
      assertThat(answers).as(lengths).hasSize(1);
      assertThat(answers.getFirst().header("Connection")).as(lengths).contains("close");
    }
  }

  @Test
  void shouldRejectLargeHeadersAndTheTraceMethod_26(OneServer.Running running) throws Exception {
    Wire.Answer large =
        running.wire().call("GET", "/api/flows", key(running, "X-Large: " + "x".repeat(9_000)), "");
    Wire.Answer huge =
        running
            .wire()
            .call("GET", "/api/flows", key(running, "X-Large: " + "x".repeat(99_000)), "");
    Wire.Answer trace = running.wire().call("TRACE", "/api/flows", key(running), "");

    assertThat(large.status()).isEqualTo(431);
    assertThat(large.body()).contains("8192");
    assertThat(huge.status()).isIn(400, 431);
    assertThat(trace.status()).isEqualTo(405);
    assertThat(trace.body()).doesNotContain("pawl_").contains("method-not-allowed");
  }

  @Test
  void shouldNotRevealInternalsInErrors_27(OneServer.Running running) throws Exception {
    Wire wire = running.wire();
    List<Wire.Answer> answers = new ArrayList<>();
    for (String path :
        List.of(
            "/api/nothing",
            "/nothing",
            "/error",
            "/%2e%2e/etc/passwd",
            "/api/flows/%00",
            "/api/flows/%",
            "/api/flows;x=y",
            "/api/flows/executions/not-an-id",
            "/actuator/env",
            "/api/flows?limit=x",
            "/api//flows",
            "/api/flows/\\..\\x")) {
      answers.add(wire.call("GET", path, key(running, "Accept: text/html"), ""));
    }
    answers.add(wire.call("POST", "/api/flows", key(running), "{\"definition\": "));
    answers.add(wire.call("PATCH", "/api/flows", key(running), "{}"));
    answers.add(wire.raw("GET / HTTP/9.9\r\nHost: x\r\n\r\n", NOTHING));
    answers.add(wire.raw("GET / HTTP/1.1\r\n\r\n", NOTHING));
    answers.add(wire.raw("nonsense\r\n\r\n", NOTHING));

    for (Wire.Answer answer : answers) {
      assertThat(answer.status()).as(answer.toString()).isBetween(400, 505).isNotEqualTo(500);
      assertThat(answer.body())
          .as(answer.toString())
          .doesNotContainIgnoringCase("tomcat", "apache", "exception", "springframework", "<html")
          .doesNotContain("at dev.pawl", "\tat ", "java.");
      assertThat(answer.headers()).noneMatch(line -> line.toLowerCase().startsWith("server"));
      assertThat(answer.headers()).noneMatch(line -> line.toLowerCase().startsWith("x-powered"));
    }
    for (Wire.Answer answer : answers.subList(0, answers.size() - 3)) {
      assertThat(answer.header("Content-Type"))
          .as(answer.toString())
          .hasValueSatisfying(type -> assertThat(type).startsWith("application/problem+json"));
      assertThat(answer.body()).contains("\"code\":", "\"detail\":");
    }
  }

  @Test
  void shouldShowOnlyHealthWithoutAKey_28(OneServer.Running running) throws Exception {
    Wire stranger = running.wire().from("127.0.0.28");
    for (String path :
        List.of(
            "/metrics",
            "/api/metrics",
            "/api/openapi.json",
            "/api/docs",
            "/api",
            "/actuator",
            "/actuator/health",
            "/health",
            "/h2-console",
            "/swagger-ui/index.html")) {
      Wire.Answer answer = stranger.call("GET", path, List.of(), "");
      assertThat(answer.status()).as(path + answer).isEqualTo(401);
      assertThat(answer.body()).as(path).contains("\"code\":\"unauthorized\"");
    }
    for (String path :
        List.of("/health/live/..;/metrics", "/health/../api/flows", "/health/live;/x")) {
      Wire.Answer answer = stranger.call("GET", path, List.of(), "");
      assertThat(answer.status()).as(path + answer).isIn(400, 401);
      assertThat(answer.body()).as(path).contains("\"code\":");
    }
    Wire.Answer live = running.wire().call("GET", "/health/live", List.of(), "");
    assertThat(live.body()).isEqualTo("{\"status\":\"UP\"}");
  }

  private static String link(PawlServer server) {
    return server.signInLink().toString().replaceFirst("^http://[^/]*", "");
  }

  @Test
  void shouldNotUseUpALinkByAHeadRequest(OneServer.Running running) throws Exception {
    String path = link(running.server());

    Wire.Answer looked = running.wire().call("HEAD", path, List.of(), "");

    assertThat(looked.status()).isEqualTo(405);
    assertThat(looked.header("Allow")).contains("GET");
    assertThat(looked.header("Set-Cookie")).isEmpty();
    running.wire().call("OPTIONS", path, List.of(), "");
    assertThat(running.wire().call("GET", path, List.of(), "").status()).isEqualTo(303);
  }

  @Test
  void shouldNotLetOtherSitesUseASession_20(OneServer.Running running) throws Exception {
    String path = link(running.server());
    Wire.Answer signedIn = running.wire().call("GET", path, List.of(), "");
    assertThat(signedIn.status()).isEqualTo(303);
    assertThat(signedIn.header("Location")).contains("/");
    String set = signedIn.header("Set-Cookie").orElseThrow();
    assertThat(set).contains("HttpOnly", "SameSite=Lax", "Path=/");
    String cookie = "Cookie: " + set.substring(0, set.indexOf(';'));
    String own = "Origin: " + running.server().address();

    assertThat(running.wire().call("GET", path, List.of(), "").status()).isEqualTo(403);
    assertThat(running.wire().call("GET", "/api/session", List.of(cookie), "").body())
        .contains("\"user\":\"sign-in link of the start\"");
    assertThat(running.wire().call("GET", "/api/flows", List.of(cookie), "").status())
        .isEqualTo(200);
    for (List<String> head :
        List.of(
            List.of(cookie),
            List.of(cookie, own),
            List.of(cookie, "X-Pawl-Client: console"),
            List.of(cookie, "X-Pawl-Client: console", "Origin: null"),
            List.of(cookie, "X-Pawl-Client: console", "Origin: https://evil.example"))) {
      Wire.Answer refused = running.wire().call("POST", "/api/session/link", head, "{}");
      assertThat(refused.status()).as(head.toString()).isEqualTo(403);
      assertThat(refused.body()).contains("cross-site");
    }
    List<String> mine = List.of(cookie, own, "X-Pawl-Client: console");
    Wire.Answer link = running.wire().call("POST", "/api/session/link", mine, "{}");
    assertThat(link.status()).isEqualTo(201);
    assertThat(link.body()).contains("/signin?code=");
    assertThat(running.wire().call("DELETE", "/api/session", mine, "").status()).isEqualTo(204);
    assertThat(running.wire().call("GET", "/api/flows", List.of(cookie), "").status())
        .isEqualTo(401);
  }

  @Test
  void shouldAcceptOnlyTheHostPrefixedCookie(@TempDir Path data) throws Exception {
    try (PawlServer secure =
        PawlServer.start(ServerSettings.in(data).withPort(0).behindProxy("127.0.0.1"))) {
      Wire wire = new Wire(secure.address());
      String set = wire.call("GET", link(secure), List.of(), "").header("Set-Cookie").orElseThrow();
      String session = set.substring(set.indexOf('=') + 1, set.indexOf(';'));
      String host = secure.address().getHost() + ":" + secure.address().getPort();
      String own = "Cookie: __Host-pawl_session=" + session;

      assertThat(set).startsWith("__Host-pawl_session=").contains("Secure");
      assertThat(wire.call("GET", "/api/flows", List.of(own), "").status()).isEqualTo(200);
      assertThat(
              wire.call("GET", "/api/flows", List.of("Cookie: pawl_session=" + session), "")
                  .status())
          .isEqualTo(401);
      for (String scheme : List.of("http", "https")) {
        List<String> head =
            List.of(own, "X-Pawl-Client: console", "Origin: " + scheme + "://" + host);
        assertThat(wire.call("POST", "/api/session/link", head, "{}").status())
            .as(scheme)
            .isEqualTo(scheme.equals("https") ? 201 : 403);
      }
    }
  }

  @Test
  void shouldDelayClientsThatGuessLinks(OneServer.Running running) throws Exception {
    Wire guesser = running.wire().from("127.0.0.63");
    List<Wire.Answer> answers = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      answers.add(guesser.call("GET", "/signin?code=" + i, List.of(), ""));
    }

    assertThat(answers.stream().map(Wire.Answer::status)).containsOnly(403, 429);
    assertThat(answers.subList(0, 100)).allMatch(answer -> answer.status() == 403);
    assertThat(answers.stream().filter(answer -> answer.status() == 429))
        .isNotEmpty()
        .allSatisfy(answer -> assertThat(answer.body()).contains("too-many-bad-keys"))
        .allSatisfy(answer -> assertThat(answer.header("Retry-After")).contains("1"));
    assertThat(
            running.wire().from("127.0.0.64").call("GET", "/signin?code=x", List.of(), "").status())
        .isEqualTo(403);
    String link = running.admin().post("/api/session/link", "").text("path");
    assertThat(guesser.call("GET", link, List.of(), "").status()).isEqualTo(303);
    assertThat(guesser.call("GET", link, List.of(), "").status()).isIn(403, 429);
  }

  @Test
  void shouldNameUnimplementedFeatures(OneServer.Running running) throws Exception {
    String end = "\r\nHost: x\r\nConnection: close\r\n";
    Map<String, String> requests =
        Map.of(
            "CONNECT example.org:443 HTTP/1.1" + end + "\r\n",
            "no proxy",
            "POST /api/flows/validate HTTP/1.1" + end + "Transfer-Encoding: zipped\r\n\r\n",
            "Transfer-Encoding: chunked",
            "POST /api/flows/validate HTTP/1.1" + end + "Transfer-Encoding: gzip, chunked\r\n\r\n",
            "Transfer-Encoding: chunked",
            "GET / HTTP/9.9" + end + "\r\n",
            "use HTTP/1.1");

    for (Map.Entry<String, String> request : requests.entrySet()) {
      Wire.Answer answer = running.wire().raw(request.getKey(), NOTHING);
      assertThat(answer.status()).as(answer.toString()).isIn(400, 501, 505);
      assertThat(answer.header("Content-Type")).contains("application/problem+json;charset=UTF-8");
      assertThat(answer.body()).contains(request.getValue()).doesNotContain("bug", "internal");
    }
  }

  @Test
  void shouldRequireAKeyOnAFreshInstallation_63(OneServer.Running running, @TempDir Path data)
      throws Exception {
    assertThat(running.server().address().getHost()).isEqualTo("127.0.0.1");
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(running.data().resolve("admin.key"))))
        .isEqualTo("rw-------");
    assertThat(ServerSettings.in(data).host()).isEqualTo("127.0.0.1");
    for (String host : List.of("0.0.0.0", "::", "192.0.2.1")) {
      assertThatThrownBy(() -> new ServerSettings.WebSettings(host, 0, false))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("--behind-proxy");
      assertThat(ServerSettings.in(data).behindProxy(host).isBehindProxy()).isTrue();
    }
    // The sockets that listen: neither the server nor its database is reachable from other
    // machines.
    List<String> tables =
        Stream.of("/proc/net/tcp", "/proc/net/tcp6").filter(t -> Files.exists(Path.of(t))).toList();
    List<String> listening = new ArrayList<>();
    for (String table : tables) {
      Files.readAllLines(Path.of(table)).stream()
          .filter(line -> line.contains(" 0A "))
          .map(line -> line.strip().split(" +")[1])
          .forEach(listening::add);
    }
    URI database = URI.create(running.server().database().url().substring("jdbc:".length()));
    for (int port : List.of(running.server().address().getPort(), database.getPort())) {
      if (!tables.isEmpty()) {
        assertThat(listening)
            .filteredOn(address -> address.endsWith(":%04X".formatted(port)))
            .as("%d", port)
            .isNotEmpty()
            .allMatch(address -> LOOPBACK.contains(address.substring(0, address.indexOf(':'))));
      }
    }
  }
}
