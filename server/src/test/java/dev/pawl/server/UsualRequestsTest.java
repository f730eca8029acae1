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
import org.junit.jupiter.params.provider.ValueSource;

/** Usual requests go a shorter way than the rest: nobody must be able to tell by the answer. */
@ExtendWith(OneServer.class)
class UsualRequestsTest {

  private static final String UNUSUAL = "Accept: application/json, text/plain;q=0.5";

  private static final String SHORT_WAY = "Content-Type: application/json";
  private static final String LONG_WAY = SHORT_WAY + ";charset=utf-8\r\n" + UNUSUAL;

  private static OneServer.Running server;
  private static String key;

  @BeforeAll
  static void known(OneServer.Running running) throws Exception {
    server = running;
    key = server.tenant("plain-json");
    server
        .with(key)
        .post(
            "/api/flows?publish=true",
            """
            {"code": "plain", "definition": {"StartAt": "A", "States": {"A": {"Type": "Succeed"}}}}
            """);
    server
        .with(key)
        .post(
            "/api/flows",
            """
            {"code": "plain.exe", "definition": {"StartAt": "A", "States": {"A": {"Type": "Succeed"}}}}
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

  private static List<String> headers(Wire.Answer answer, String... but) {
    return answer.headers().stream()
        .filter(line -> Stream.of(but).noneMatch(line::startsWith))
        .toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "null",
        "{",
        "[]",
        "1",
        "\"text\"",
        "{} {}",
        "{\"input\": {\"a\": 1, \"a\": 2}}",
        "{\"unknown\": 1}",
        "{\"priority\": \"URGENT\"}",
        "{\"priority\": 1}",
        "{\"labels\": {\"a\": null}}",
        "{\"labels\": {\"a\": 1}}",
        "{\"version\": \"x\"}",
        "{\"businessKey\": \"\\u0000\"}",
        "{\"input\": \"\\ud800\"}"
      })
  void shouldRefuseOrTakeBodiesAsSpringDoes(String body) throws Exception {
    Wire.Answer shortWay = post("/api/flows/plain/execute", SHORT_WAY, body);
    Wire.Answer longWay = post("/api/flows/plain/execute", LONG_WAY, body);

    assertThat(shortWay.status()).isEqualTo(longWay.status());
    if (shortWay.status() >= 400) {
      assertThat(shortWay.body()).isEqualTo(longWay.body());
      assertThat(headers(shortWay, "Date:")).isEqualTo(headers(longWay, "Date:"));
    }
  }

  @Test
  void shouldNeedABodyWhereSpringDoes() throws Exception {
    Wire.Answer shortWay = post("/api/workers/poll", SHORT_WAY, "null");
    Wire.Answer longWay = post("/api/workers/poll", LONG_WAY, "null");

    assertThat(shortWay.status()).isEqualTo(400);
    assertThat(shortWay.body()).contains("this call needs a body").isEqualTo(longWay.body());
  }

  @Test
  void shouldAnswerAsSpringDoes() throws Exception {
    String id = id(post("/api/flows/plain/execute?wait=10", SHORT_WAY, "{}"));

    for (String path :
        List.of("/api/flows/executions/" + id, "/api/flows/plain", "/api/flows/plain.exe")) {
      Wire.Answer longWay = get(path, List.of(UNUSUAL));
      for (List<String> head :
          List.of(List.<String>of(), List.of("Accept: */*"), List.of("Accept: application/json"))) {
        Wire.Answer shortWay = get(path, head);
        assertThat(shortWay.status()).isEqualTo(200).isEqualTo(longWay.status());
        assertThat(shortWay.body()).isEqualTo(longWay.body());
        assertThat(headers(shortWay, "Date:")).isEqualTo(headers(longWay, "Date:"));
      }
    }
  }

  @Test
  void shouldAnswerStartsAsSpringDoes() throws Exception {
    Wire.Answer shortWay = post("/api/flows/plain/execute", SHORT_WAY, "{}");
    Wire.Answer longWay = post("/api/flows/plain/execute", LONG_WAY, "{}");

    assertThat(shortWay.status()).isEqualTo(202).isEqualTo(longWay.status());
    // How many digits a time has depends on the time.
    assertThat(headers(shortWay, "Date:", "Content-Length:"))
        .isEqualTo(headers(longWay, "Date:", "Content-Length:"));
  }

  @Test
  void shouldHearWhatOthersLeaveOut() throws Exception {
    String start = "/api/flows/plain/execute";
    String named = SHORT_WAY + "\r\nIdempotency-Key: heard";

    String before = id(post(start, SHORT_WAY, "{}"));
    String first = id(post(start, named, "{}"));
    String again = id(post(start, named, "{}"));
    String after = id(post(start, SHORT_WAY, "{}"));

    assertThat(again).isEqualTo(first);
    assertThat(List.of(before, first, after)).doesNotHaveDuplicates();
    assertThat(post(start, SHORT_WAY, "{}").status()).isEqualTo(202);
    assertThat(post(start + "?wait=10", SHORT_WAY, "{}").status()).isEqualTo(200);
    assertThat(post(start + "?", SHORT_WAY, "{}").status()).isEqualTo(202);
    assertThat(post(start, SHORT_WAY, "{}").status()).isEqualTo(202);
  }

  private static String id(Wire.Answer started) {
    return JsonText.parse(started.body()).get("id").orElseThrow().asText();
  }

  @Test
  void shouldMissWhatMustNotBeLeftOutEachTime() throws Exception {
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
  void shouldFindWhoServesAPath(String path, int status) throws Exception {
    assertThat(post(path, SHORT_WAY, "{}").status()).isEqualTo(status);
  }

  @Test
  void shouldSayHowAPathIsServed() throws Exception {
    Wire.Answer refused = get("/api/flows/plain/execute", List.of());

    assertThat(refused.status()).isEqualTo(405);
    assertThat(refused.headers()).contains("Allow: POST");
  }

  @Test
  void shouldRefuseWhatNobodyCanWrite() throws Exception {
    Wire.Answer refused = get("/api/flows/plain", List.of("Accept: text/html"));

    assertThat(refused.status()).isEqualTo(406);
  }
}
