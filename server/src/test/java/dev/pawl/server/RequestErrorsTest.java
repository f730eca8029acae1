package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Json;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Invalid requests get messages in the words of this API, whichever library detects them. */
@ExtendWith(OneServer.class)
class RequestErrorsTest {

  private static final String JSON = "Content-Type: application/json";

  private static Wire wire;
  private static String key;
  private static Api api;

  @BeforeAll
  static void start(OneServer.Running running) throws Exception {
    wire = running.wire();
    key = running.tenant("request-errors");
    api = running.with(key);
    Api.Answer made =
        api.post(
            "/api/flows?publish=true",
            "{\"code\": \"known\", \"definition\": {\"StartAt\": \"A\", \"States\": {\"A\":"
                + " {\"Type\": \"Succeed\"}}}}");
    assertThat(made.status()).as(made.toString()).isEqualTo(201);
  }

  private static Arguments get(String path, int status, String detail) {
    return Arguments.of("GET", path, "", "", status, detail);
  }

  private static Arguments start(String body, int status, String detail) {
    return Arguments.of("POST", "/api/flows/known/execute", JSON, body, status, detail);
  }

  static Stream<Arguments> requests() {
    String limits =
        "the body exceeds a limit: 100 levels, 1048576 characters per text, 110 digits per number,"
            + " 1000 characters per name, 500000 values in all";
    String number = "/version must be a whole number from -2147483648 to 2147483647, got ";
    String unreadable = "the request cannot be read; check its path, its headers and its length";
    return Stream.of(
        // Parameters of the query and the path.
        get("/api/flows?limit=x", 400, "limit: 'x' is not a whole number from 1 to 1000"),
        get(
            "/api/flows?limit=99999999999",
            400,
            "limit: '99999999999' is not a whole number from 1 to 1000"),
        get("/api/flows?limit=0", 400, "limit: 0 is below the minimum of 1"),
        get(
            "/api/flows/executions?status=NOPE",
            400,
            "status: 'NOPE' is not one of PENDING, RUNNING, WAITING, PAUSED, SUCCEEDED, FAILED,"
                + " CANCELLED, TIMED_OUT"),
        get(
            "/api/flows/executions?from=yesterday",
            400,
            "from: 'yesterday' is not a time between the years 1 and 9999, written like"
                + " 2026-01-31T12:00:00Z"),
        get("/api/flows/known/versions/x", 400, "number: 'x' is not a whole number"),
        get("/api/flows/known/diff", 400, "from: this parameter is required, and missing"),
        get(
            "/api/flows?nope=1",
            400,
            "there is no parameter nope; there are after, category, limit, priority, search, sort,"
                + " status, tag, type"),
        Arguments.of(
            "POST",
            "/api/flows?publish=maybe",
            JSON,
            "{}",
            400,
            "publish: 'maybe' is not true or false"),
        Arguments.of(
            "POST",
            "/api/flows/known/execute?wait=90",
            JSON,
            "{}",
            400,
            "wait: 90 is above the maximum of 60 seconds"),
        // Paths and methods.
        get(
            "/api/nope",
            404,
            "there is nothing at /api/nope; /api/openapi.json lists all endpoints"),
        Arguments.of(
            "PATCH",
            "/api/flows",
            JSON,
            "{}",
            405,
            "the method PATCH is not supported at /api/flows; supported: GET, POST"),
        Arguments.of(
            "DELETE",
            "/api/flows/known/execute",
            "",
            "",
            405,
            "the method DELETE is not supported at /api/flows/known/execute; supported: POST"),
        // Requests that the web server itself refuses.
        get("/api/flows/%zz", 400, unreadable),
        get("/api/flows/a%00b", 400, unreadable),
        get(
            "/api/flows?search=%zz",
            400,
            "the query cannot be read; it is name=value, joined by &, in UTF-8 and"
                + " percent-encoded"),
        // Headers.
        Arguments.of(
            "POST",
            "/api/flows",
            "Content-Type: text/plain",
            "{}",
            415,
            "Content-Type: 'text/plain' is not supported; supported: application/json"),
        Arguments.of(
            "POST",
            "/api/flows",
            "Content-Type: nonsense",
            "{}",
            415,
            "Content-Type: 'nonsense' is not supported; supported: application/json"),
        Arguments.of(
            "POST",
            "/api/flows",
            "X-Nothing: 1",
            "{}",
            415,
            "Content-Type: this header is required with a body, and missing; send"
                + " application/json"),
        Arguments.of(
            "POST",
            "/api/flows",
            "Content-Type: multipart/form-data",
            "{}",
            415,
            "Content-Type: 'multipart/form-data' is not supported; supported: application/json"),
        Arguments.of(
            "GET",
            "/api/flows",
            "Accept: image/png",
            "",
            406,
            "Accept: 'image/png' is not supported; supported: application/json"),
        Arguments.of(
            "GET",
            "/api/flows",
            "Accept: ///",
            "",
            406,
            "header Accept: cannot be parsed; omit it or send application/json"),
        Arguments.of(
            "POST",
            "/api/flows/known/execute",
            "Idempotency-Key: a b",
            "{}",
            400,
            "Idempotency-Key: allowed are 1 to 200 visible ASCII characters"),
        // Bodies.
        Arguments.of("POST", "/api/flows", JSON, "", 400, "this call needs a body"),
        Arguments.of("POST", "/api/flows", JSON, "null", 400, "this call needs a body"),
        Arguments.of(
            "POST",
            "/api/workers/poll",
            JSON,
            "{\"resources\": [\"x\"], \"wait\": 90, \"lease\": 1}",
            400,
            "lease: 1 is below the minimum of 5 seconds; wait: 90 is above the maximum of 30"
                + " seconds"),
        Arguments.of(
            "POST",
            "/api/workers/poll",
            JSON,
            "{}",
            400,
            "resources: this field is required, and missing"),
        Arguments.of(
            "POST",
            "/api/workers/releases",
            JSON,
            "{\"items\": [{\"token\": \"x\"}, {}]}",
            400,
            "items[1].token: this field is required, and missing"),
        Arguments.of(
            "POST",
            "/api/workers/releases",
            JSON,
            "{\"items\": []}",
            400,
            "items: must have 1 to 100 entries"),
        Arguments.of(
            "GET",
            "/api/flows/executions?test=maybe&limit=1001",
            "",
            "",
            400,
            "limit: 1001 is above the maximum of 1000; test: 'maybe' is not one of true|false|all"),
        start("{", 400, "the body ends before its JSON is complete"),
        start("nope", 400, "the body is not JSON at line 1, column 1"),
        start("{\"input\": 1,}", 400, "the body is not JSON at line 1, column 13"),
        start("{} {}", 400, "the body has more than one value at line 1, column 4"),
        start(
            "{\"input\": 1, \"input\": 2}", 400, "the body has a field twice at line 1, column 21"),
        start("[]", 400, "the body must be an object, got a list"),
        start("1", 400, "the body must be an object, got a number"),
        start("{\"businessKey\": 1}", 400, "/businessKey must be a text, got a number"),
        start("{\"version\": \"x\"}", 400, number + "a text"),
        start("{\"version\": 1.5}", 400, number + "1.5"),
        start("{\"version\": 99999999999}", 400, number + "99999999999"),
        start("{\"version\": []}", 400, number + "a list"),
        start("{\"labels\": []}", 400, "/labels must be an object, got a list"),
        start("{\"labels\": {\"a\": null}}", 400, "/labels/a must not be null"),
        start(
            "{\"priority\": \"x\"}",
            400,
            "/priority: 'x' is not allowed; allowed are CRITICAL, HIGH, NORMAL, LOW"),
        start(
            "{\"nope\": 1}",
            400,
            "there is no field 'nope' at /nope; there are businessKey, input, labels, priority,"
                + " version"),
        start("{\"input\": " + "[".repeat(101) + "]".repeat(101) + "}", 400, limits),
        start("{\"input\": " + "1".repeat(200) + "}", 400, limits),
        // Versions.
        start("{\"version\": 2}", 404, "there is no version 2 of flow 'known'; it has version 1"),
        start("{\"version\": 0}", 404, "there is no version 0 of flow 'known'; it has version 1"),
        start("{\"version\": -7}", 404, "there is no version -7 of flow 'known'; it has version 1"),
        Arguments.of(
            "POST",
            "/api/flows/known/test",
            JSON,
            "{\"version\": 2}",
            404,
            "there is no version 2 of flow 'known'; it has version 1"),
        get(
            "/api/flows/known/versions/2",
            404,
            "there is no version 2 of flow 'known'; it has version 1"),
        Arguments.of(
            "POST",
            "/api/flows/known/activate",
            JSON,
            "{\"version\": 2}",
            404,
            "there is no version 2 of flow 'known'; it has version 1"));
  }

  @ParameterizedTest
  @MethodSource("requests")
  void shouldDescribeTheError(
      String method, String path, String header, String body, int status, String detail)
      throws Exception {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    String head =
        "%s %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer %s\r\n"
            .formatted(method, path, key);
    String more = header.isEmpty() ? "" : header + "\r\n";

    Wire.Answer answer =
        wire.answers(head + more + "Content-Length: %d\r\n\r\n".formatted(bytes.length), bytes)
            .getFirst();

    assertThat(answer.status()).as(answer.toString()).isEqualTo(status);
    Json problem = JsonText.parse(answer.body());
    assertThat(problem.get("detail").map(Json::asText)).contains(detail);
    assertThat(problem.get("code")).isPresent();
  }

  @Test
  void shouldNameAllExistingVersions() throws Exception {
    api.post(
        "/api/flows?publish=true",
        "{\"code\": \"many\", \"definition\": {\"StartAt\": \"A\", \"States\": {\"A\": {\"Type\":"
            + " \"Succeed\"}}}}");
    api.call(
        "PUT",
        "/api/flows/many",
        "{\"definition\": {\"StartAt\": \"B\", \"States\": {\"B\": {\"Type\": \"Succeed\"}}}}");
    api.post("/api/flows/many/publish", "{}");
    api.post(
        "/api/flows",
        "{\"code\": \"draft\", \"definition\": {\"StartAt\": \"A\", \"States\": {\"A\": {\"Type\":"
            + " \"Succeed\"}}}}");
    api.post("/api/flows/draft/test", "{}");

    assertThat(api.post("/api/flows/many/execute", "{\"version\": 3}").text("detail"))
        .isEqualTo("there is no version 3 of flow 'many'; it has versions 1 to 2");
    assertThat(api.post("/api/flows/draft/execute", "{\"version\": 1}").text("detail"))
        .isEqualTo("there is no version 1 of flow 'draft'; it has none: publish it first");
    assertThat(api.post("/api/flows/many/execute", "{\"version\": 1}").status()).isEqualTo(202);
  }
}
