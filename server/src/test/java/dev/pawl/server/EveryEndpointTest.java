package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.server.access.Role;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Attack test 7: every role at every endpoint is either admitted or gets 403. */
class EveryEndpointTest {

  private static final String NOBODY = "00000000-0000-7000-8000-000000000000";

  private static final Map<Role, Api> KEYS = new EnumMap<>(Role.class);

  @TempDir private static Path data;
  private static PawlServer server;
  private static String authorized;

  @BeforeAll
  static void start() throws Exception {
    server = PawlServer.start(ServerSettings.in(data).withPort(0));
    String key = Files.readString(data.resolve("admin.key"));
    authorized = "Authorization: Bearer " + key.strip();
    Api admin = new Api(server.address(), Optional.of(key));
    for (Role role : Role.values()) {
      Api.Answer issued =
          admin.post(
              "/api/keys", "{\"name\": \"one\", \"roles\": [\"%s\"]}".formatted(role.code()));
      KEYS.put(role, new Api(server.address(), Optional.of(issued.text("key"))));
    }
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  static Stream<String> endpoints() {
    return ServerEndpoints.TABLE.names().stream();
  }

  @Test
  void shouldMatchTheRolesPage() throws Exception {
    if (Boolean.getBoolean("pawl.renew")) {
      Files.writeString(RolesPage.FILE, RolesPage.generated());
    }

    assertThat(RolesPage.generated())
        .as("docs/roles.md; if that is meant, run EveryEndpointTest with -Dpawl.renew=true")
        .isEqualTo(Files.readString(RolesPage.FILE));
  }

  /** The expected roles come from the reviewed page, not from the table under test. */
  @ParameterizedTest
  @MethodSource("endpoints")
  void shouldRequireThePermissionOfEachEndpoint_7(String endpoint) throws Exception {
    String method = endpoint.substring(0, endpoint.indexOf(' '));
    String path = path(pattern(endpoint));
    List<String> listed = RolesPage.rolesFor(endpoint);

    for (Role role : Role.values()) {
      Api.Answer answer =
          path.endsWith("/events") && method.equals("GET")
              ? KEYS.get(role).again(path, "nothing")
              : KEYS.get(role).call(method, path, method.equals("GET") ? "" : "{}");

      assertThat(answer.status() != 403)
          .as("%s as %s: %s", endpoint, role, answer)
          .isEqualTo(listed.contains(role.code()));
      assertThat(answer.status())
          .as("%s as %s: %s", endpoint, role, answer)
          .isNotEqualTo(401)
          .isLessThan(500);
    }
    assertThat(stranger(endpoint).call(method, path, List.of(), "{}").status()).isEqualTo(401);
  }

  /**
   * Returns a client without a key. The number of its requests is limited per address, so that each
   * endpoint has one of a hundred addresses.
   */
  private Wire stranger(String endpoint) {
    String address = "127.0.0." + (2 + Math.floorMod(endpoint.hashCode(), 100));
    return new Wire(server.address()).from(address);
  }

  private static String pattern(String endpoint) {
    return endpoint.substring(endpoint.indexOf(' ') + 1);
  }

  private static String path(String pattern) {
    return pattern.replace("{number}", "1").replaceAll("\\{[^}]*}", NOBODY);
  }

  static Stream<String> patterns() {
    return ServerEndpoints.TABLE.names().stream().map(EveryEndpointTest::pattern).distinct();
  }

  @ParameterizedTest
  @MethodSource("patterns")
  void shouldAnswerHeadRequestsLikeGetRequests(String pattern) throws Exception {
    for (Role role : List.of(Role.VIEWER, Role.PLATFORM_ADMIN)) {
      // An event stream answers this immediately.
      Api api =
          pattern.endsWith("/events")
              ? KEYS.get(role).with("Last-Event-ID", "nothing")
              : KEYS.get(role);

      assertThat(api.call("HEAD", path(pattern), "").status())
          .as("%s as %s", pattern, role)
          .isEqualTo(api.get(path(pattern)).status());
    }
    assertThat(stranger(pattern).call("HEAD", path(pattern), List.of(), "").status())
        .isEqualTo(401);
  }

  @ParameterizedTest
  @MethodSource("patterns")
  void shouldListTheAllowedMethodsOfAnEndpoint(String pattern) throws Exception {
    Wire wire = new Wire(server.address());

    Wire.Answer answer = wire.call("OPTIONS", path(pattern), List.of(authorized), "");

    assertThat(answer.status()).isEqualTo(204);
    assertThat(answer.header("Allow").orElseThrow().split(", ?"))
        .containsAll(
            ServerEndpoints.TABLE.names().stream()
                .filter(endpoint -> pattern(endpoint).equals(pattern))
                .map(endpoint -> endpoint.substring(0, endpoint.indexOf(' ')))
                .toList());
    assertThat(stranger(pattern).call("OPTIONS", path(pattern), List.of(), "").status())
        .isEqualTo(401);
  }

  @Test
  void shouldAnswerAHeadRequestForAnEndlessStream() throws Exception {
    String ask = "HEAD /api/events HTTP/1.1\r\nHost: x\r\n" + authorized + "\r\n";

    // The second request is read after the first one is complete.
    List<Wire.Answer> answers =
        new Wire(server.address())
            .answers(ask + "\r\n" + ask + "Connection: close\r\n\r\n", new byte[0]);

    assertThat(answers).extracting(Wire.Answer::status).containsExactly(200, 200);
    assertThat(answers)
        .allMatch(one -> one.header("Content-Type").orElse("").startsWith("text/event-stream"))
        .allMatch(one -> one.body().isEmpty());
  }
}
