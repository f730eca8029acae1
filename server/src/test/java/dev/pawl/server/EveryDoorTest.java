package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.server.access.Doors;
import dev.pawl.server.access.Role;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every role at every door: through, or 403. */
class EveryDoorTest {

  private static final String NOBODY = "00000000-0000-7000-8000-000000000000";

  private static final Map<Role, Api> KEYS = new EnumMap<>(Role.class);

  @TempDir private static Path data;
  private static PawlServer server;

  @BeforeAll
  static void start() throws Exception {
    server = PawlServer.start(ServerSettings.in(data).withPort(0));
    Api admin = new Api(server.address(), Optional.of(Files.readString(data.resolve("admin.key"))));
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

  static Stream<String> doors() {
    return Doors.names().stream();
  }

  @ParameterizedTest
  @MethodSource("doors")
  void shouldOpenToThoseWhoMayAndToNobodyElse(String door) throws Exception {
    String method = door.substring(0, door.indexOf(' '));
    String path =
        door.substring(door.indexOf(' ') + 1)
            .replace("{number}", "1")
            .replaceAll("\\{[^}]*}", NOBODY);

    for (Role role : Role.values()) {
      Api.Answer answer =
          path.endsWith("/events") && method.equals("GET")
              ? KEYS.get(role).again(path, "nothing")
              : KEYS.get(role).call(method, path, method.equals("GET") ? "" : "{}");

      boolean may = role.may(Doors.permission(door).orElseThrow());
      assertThat(answer.status() == 403).as("%s as %s: %s", door, role, answer).isEqualTo(!may);
      assertThat(answer.status()).as("%s as %s: %s", door, role, answer).isLessThan(500);
    }
    Api.Answer unknown = new Api(server.address(), Optional.empty()).call(method, path, "{}");
    assertThat(unknown.status()).isEqualTo(401);
  }
}
