package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.model.json.JsonText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which handler a request reaches, and how optional parameters, bodies and formats are read. */
@ExtendWith(OneServer.class)
class RequestMappingTest {

  private static final String JSON = "Content-Type: application/json";

  private static OneServer.Running server;
  private static String key;

  @BeforeAll
  static void known(OneServer.Running running) throws Exception {
    server = running;
    key = server.tenant("request-mapping");
    server
        .with(key)
        .post(
            "/api/flows?publish=true",
            """
            {"code": "plain", "definition": {"StartAt": "A", "States": {"A": {"Type": "Succeed"}}}}
            """);
  }

  private static Wire.Answer post(String path, String way, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    return server
        .wire()
        .raw(
            "POST %s HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer %s\r\n%s\r\nContent-Length: %d\r\n\r\n"
                .formatted(path, key, way, bytes.length),
            bytes);
  }

  private static Wire.Answer get(String path, List<String> head) throws IOException {
    return server
        .wire()
        .call(
            "GET",
            path,
            Stream.concat(Stream.of("Authorization: Bearer " + key), head.stream()).toList(),
            "");
  }

  @Test
  void shouldRefuseNullWhereABodyIsRequired() throws Exception {
    Wire.Answer refused = post("/api/workers/poll", JSON, "null");

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.body()).contains("this call needs a body");
  }

  @Test
  void shouldReadOptionalHeadersAndParametersOnlyWhereTheyAreSent() throws Exception {
    String start = "/api/flows/plain/execute";
    String named = JSON + "\r\nIdempotency-Key: heard";

    String before = id(post(start, JSON, "{}"));
    String first = id(post(start, named, "{}"));
    String again = id(post(start, named, "{}"));
    String after = id(post(start, JSON, "{}"));

    assertThat(again).isEqualTo(first);
    assertThat(List.of(before, first, after)).doesNotHaveDuplicates();
    assertThat(post(start, JSON, "{}").status()).isEqualTo(202);
    assertThat(post(start + "?wait=10", JSON, "{}").status()).isEqualTo(200);
    assertThat(post(start + "?", JSON, "{}").status()).isEqualTo(202);
    assertThat(post(start, JSON, "{}").status()).isEqualTo(202);
  }

  private static String id(Wire.Answer started) {
    return JsonText.parse(started.body()).get("id").orElseThrow().asText();
  }

  @Test
  void shouldRefuseAMissingRequiredParameterEveryTime() throws Exception {
    for (int i = 0; i < 2; i++) {
      Wire.Answer refused = get("/api/flows/plain/diff", List.of());

      assertThat(refused.status()).isEqualTo(400);
      assertThat(refused.body()).contains("from");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/api/flows/plain/execute, 202",
    "/api/flows/plain/%65xecute, 202",
    "/api/flows/plai%6e/execute, 202",
    "/api/flows/plain/nothing, 404",
    "/api/flows/plain/execute/, 404",
    "/api/flows/plain/execute/more, 404",
    "/api/flows/execute, 405"
  })
  void shouldFindTheHandlerOfAPath(String path, int status) throws Exception {
    assertThat(post(path, JSON, "{}").status()).isEqualTo(status);
  }

  @Test
  void shouldNameTheAllowedMethodsOfAPath() throws Exception {
    Wire.Answer refused = get("/api/flows/plain/execute", List.of());

    assertThat(refused.status()).isEqualTo(405);
    assertThat(refused.headers()).contains("Allow: POST");
  }

  @Test
  void shouldRefuseAFormatThatIsNotProduced() throws Exception {
    Wire.Answer refused = get("/api/flows/plain", List.of("Accept: text/html"));

    assertThat(refused.status()).isEqualTo(406);
  }
}
