package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.testkit.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Attack tests 10 to 12, and other guarantees of keys. */
@ExtendWith(OneServer.class)
class KeysAttackTest {

  private static List<String> bearer(String key) {
    return List.of("Authorization: Bearer " + key);
  }

  private static int count(String text, String part) {
    return text.split(Pattern.quote(part), -1).length - 1;
  }

  private static String flipped(String key, int at) {
    char other = key.charAt(at) == '0' ? '1' : '0';
    return key.substring(0, at) + other + key.substring(at + 1);
  }

  @Test
  void shouldAnswerAllInvalidKeysAlike_10(OneServer.Running running) throws Exception {
    String good = running.tenant("keys-10");
    Api own = running.with(good);
    Api.Answer issued = own.post("/api/keys", "{\"name\": \"gone\", \"roles\": [\"viewer\"]}");
    String revoked = issued.text("key");
    own.call("DELETE", "/api/keys/" + issued.text("id"), "");
    Api.Answer ofToday =
        own.post(
            "/api/keys",
            "{\"name\": \"short\", \"roles\": [\"viewer\"], \"expiresAt\": \"%s\"}"
                .formatted(Instant.now().plus(Duration.ofDays(1))));
    String expired = ofToday.text("key");
    Api limited = running.with(expired);
    assertThat(limited.get("/api/flows").status()).isEqualTo(200);
    // Simulates the expiry of the key.
    running
        .server()
        .tables()
        .update("update pawl.api_key set expires_at = now() where id = ?", ofToday.text("id"));
    Await.until("the expired key is refused", () -> limited.get("/api/flows").status() != 200);
    Wire wire = running.wire().from("127.0.0.10");

    Set<String> bodies = new HashSet<>();
    for (String bad :
        List.of(
            "",
            "nonsense",
            revoked,
            expired,
            flipped(good, good.length() - 1),
            flipped(good, 30),
            "pawl_0123456789abcdef_" + "0".repeat(64) + "_00000000",
            good + "x",
            good.toUpperCase(java.util.Locale.ROOT))) {
      Wire.Answer answer = wire.call("GET", "/api/flows", bearer(bad), "");
      assertThat(answer.status()).as(bad).isEqualTo(401);
      assertThat(answer.header("WWW-Authenticate")).contains("Bearer");
      bodies.add(answer.body());
    }
    assertThat(bodies).hasSize(1);
    assertThat(wire.call("GET", "/api/flows", bearer(good), "").status()).isEqualTo(200);
  }

  /** Uses a separate process, because other servers in this one would reconfigure its log. */
  @Test
  @DisabledOnOs(OS.WINDOWS)
  void shouldNotTakeAKeyFromAnAddressNorRepeatIt_11(@TempDir Path folder) throws Exception {
    try (Up up = Up.start(folder)) {
      up.awaitReady();
      String key = Files.readString(up.keyFile()).strip();
      Wire wire = new Wire(up.address());

      for (String query :
          List.of("key=" + key, "access_token=" + key, key, "x=" + key.replace("_", "%5f"))) {
        Wire.Answer answer = wire.call("GET", "/api/flows?" + query, bearer(key), "");
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).contains("key-in-query").doesNotContain(key);
      }

      String warning = "A key came in the query of GET /api/flows from 127.0.0.1 and was refused";
      up.await(() -> count(Files.readString(up.out()), warning) == 4);
      assertThat(up.stop()).isEqualTo(143);
      assertThat(Files.readString(up.out()) + Files.readString(up.err()))
          .doesNotContain(key, key.replace("_", "%5f"));
    }
  }

  @Test
  void shouldDelayOnlyClientsThatGuessKeys_12(OneServer.Running running) throws Exception {
    Wire guesser = running.wire().from("127.0.0.12");
    List<Wire.Answer> answers = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      answers.add(guesser.call("GET", "/api/flows", bearer("pawl_guess_" + i), ""));
    }

    List<Integer> statuses = answers.stream().map(Wire.Answer::status).toList();
    assertThat(statuses).containsOnly(401, 429);
    assertThat(statuses.stream().filter(status -> status == 401).count()).isBetween(100L, 300L);
    assertThat(statuses.subList(0, 100)).containsOnly(401);
    assertThat(answers)
        .filteredOn(answer -> answer.status() == 429)
        .isNotEmpty()
        .allSatisfy(
            refused -> {
              assertThat(refused.body()).contains("too-many-bad-keys", "100");
              assertThat(refused.header("Retry-After")).contains("1");
            });
    assertThat(guesser.call("GET", "/api/flows", bearer(running.adminKey()), "").status())
        .isEqualTo(200);
    assertThat(
            running.wire().from("127.0.0.13").call("GET", "/api/flows", bearer("bad"), "").status())
        .isEqualTo(401);
  }

  @Test
  void shouldKnowTheSchemeInAnyCase(OneServer.Running running) throws Exception {
    for (String scheme : List.of("Bearer", "bearer", "BEARER", "bEaReR")) {
      List<String> head = List.of("Authorization: " + scheme + " " + running.adminKey());
      assertThat(running.wire().call("GET", "/api/flows", head, "").status())
          .as(scheme)
          .isEqualTo(200);
    }
    for (String scheme : List.of("Basic ", "Bearerx ", "Bearer", "")) {
      List<String> head = List.of("Authorization: " + scheme + running.adminKey());
      assertThat(running.wire().from("127.0.0.14").call("GET", "/api/flows", head, "").status())
          .as(scheme)
          .isEqualTo(401);
    }
  }

  @Test
  void shouldRejectAnExpiryInThePast(OneServer.Running running) throws Exception {
    Api.Answer refused =
        running
            .admin()
            .post(
                "/api/keys",
                "{\"name\": \"old\", \"roles\": [\"viewer\"], \"expiresAt\":"
                    + " \"2020-01-01T00:00:00Z\"}");

    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.text("code")).isEqualTo("bad-expiry");
  }

  @Test
  void shouldListKeysWithLastUseButWithoutSecrets(OneServer.Running running) throws Exception {
    String key = running.tenant("listed");
    Api own = running.with(key);

    String listed = own.get("/api/keys").body().toString();

    assertThat(listed)
        .contains("\"name\":\"first key\"", "\"lastUsedAt\":\"20")
        .doesNotContain(key, key.split("_")[2], "digest");
  }

  @Test
  void shouldEndTheSessionsOfAKeyWithTheKey(OneServer.Running running) throws Exception {
    Api own = running.with(running.tenant("sessions"));
    Api.Answer issued =
        own.post("/api/keys", "{\"name\": \"leaves\", \"roles\": [\"tenant-admin\"]}");
    Api leaving = running.with(issued.text("key"));
    String link = leaving.post("/api/session/link", "").text("path");
    String unused = leaving.post("/api/session/link", "").text("path");
    String cookie =
        running.wire().call("GET", link, List.of(), "").header("Set-Cookie").orElseThrow();
    List<String> session = List.of("Cookie: " + cookie.substring(0, cookie.indexOf(';')));
    assertThat(running.wire().call("GET", "/api/flows", session, "").status()).isEqualTo(200);

    own.call("DELETE", "/api/keys/" + issued.text("id"), "");

    assertThat(running.wire().call("GET", "/api/flows", session, "").status()).isEqualTo(401);
    assertThat(running.wire().call("GET", unused, List.of(), "").status()).isEqualTo(403);
  }

  @Test
  void shouldNotRevokeTheLastKeyThatCanIssueOthers(OneServer.Running running) throws Exception {
    Api own = running.with(running.tenant("last-key"));
    String viewer = own.post("/api/keys", "{\"name\": \"v\", \"roles\": [\"viewer\"]}").text("id");
    String other =
        own.post("/api/keys", "{\"name\": \"a\", \"roles\": [\"tenant-admin\"]}").text("id");
    String first = own.get("/api/keys").body().toString().split("\"id\":\"", 3)[1].substring(0, 16);

    assertThat(own.call("DELETE", "/api/keys/" + viewer, "").status()).isEqualTo(204);
    assertThat(own.call("DELETE", "/api/keys/" + other, "").status()).isEqualTo(204);
    Api.Answer refused = own.call("DELETE", "/api/keys/" + first, "");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.text("code")).isEqualTo("last-key");
    assertThat(own.call("DELETE", "/api/keys/" + other, "").status()).isEqualTo(404);
  }

  @Test
  void shouldShowNodeMetricsOnlyWithThePermissionForNodes(OneServer.Running running)
      throws Exception {
    String tenant = running.tenant("watcher");
    String monitor =
        running
            .admin()
            .post("/api/keys", "{\"name\": \"prometheus\", \"roles\": [\"monitor\"]}")
            .text("key");

    assertThat(running.with(tenant).get("/metrics").status()).isEqualTo(403);
    assertThat(running.with(running.key(tenant, "viewer")).get("/metrics").status()).isEqualTo(403);
    assertThat(
            running
                .with(tenant)
                .post("/api/keys", "{\"name\": \"p\", \"roles\": [\"monitor\"]}")
                .status())
        .isEqualTo(403);
    assertThat(running.with(monitor).get("/metrics").status()).isEqualTo(200);
    assertThat(running.with(monitor).get("/api/flows").status()).isEqualTo(403);
  }

  @Test
  void shouldRevokeOnAllNodesWithinASecond(OneServer.Running running, @TempDir Path data)
      throws Exception {
    String key = running.tenant("two-nodes");
    Api.Answer issued =
        running.with(key).post("/api/keys", "{\"name\": \"k\", \"roles\": [\"viewer\"]}");
    try (PawlServer other =
        PawlServer.start(
            ServerSettings.in(data)
                .withPort(0)
                .withDatabase(running.server().database())
                .withMasterKey(TestSettings.MASTER_KEY))) {
      Api there = new Api(other.address(), Optional.of(issued.text("key")));
      assertThat(there.get("/api/flows").status()).isEqualTo(200);

      running.with(key).call("DELETE", "/api/keys/" + issued.text("id"), "");
      long revoked = System.nanoTime();

      while (there.get("/api/flows").status() == 200) {
        assertThat(Duration.ofNanos(System.nanoTime() - revoked)).isLessThan(Duration.ofSeconds(5));
      }
    }
  }
}
