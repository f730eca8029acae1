package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.sdk.Json;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Attack tests 47 to 56: input made to be expensive, or to be taken for something else. There are
 * no JSON Schemas (50) in definitions yet.
 */
@ExtendWith(OneServer.class)
@Timeout(60)
class HostileInputAttackTest {

  private static final Duration DEADLINE = Duration.ofSeconds(10);

  private static String flow(String code, String states) {
    return "{\"code\": \"%s\", \"definition\": {\"StartAt\": \"A\", \"States\": {%s}}}"
        .formatted(code, states);
  }

  private static String jsonata(String code, String expression) {
    return "{\"code\": \"%s\", \"definition\": {\"QueryLanguage\": \"JSONata\", \"StartAt\": \"A\", \"States\": {\"A\": {\"Type\": \"Pass\", \"Output\": %s, \"End\": true}}}}"
        .formatted(code, Json.of("{% " + expression + " %}"));
  }

  private static Api.Answer ended(OneServer.Running running, String flow, String input)
      throws Exception {
    return running
        .admin()
        .post("/api/flows/" + flow + "/execute?wait=30", "{\"input\": " + input + "}");
  }

  private static void pass(OneServer.Running running, String code) throws Exception {
    running
        .admin()
        .post("/api/flows?publish=true", flow(code, "\"A\": {\"Type\": \"Pass\", \"End\": true}"));
  }

  @Test
  void shouldTakeWhatFitsAndNothingLarger_47(OneServer.Running running) throws Exception {
    pass(running, "sizes");

    assertThat(
            ended(running, "sizes", Json.of("x".repeat(256 * 1024 - 100)).toString())
                .text("status"))
        .isEqualTo("SUCCEEDED");
    for (int size : List.of(256 * 1024 + 1, 400 * 1024, 1_000_000, 10 * 1024 * 1024)) {
      Api.Answer refused = ended(running, "sizes", Json.of("x".repeat(size)).toString());
      assertThat(refused.status()).as("%d", size).isEqualTo(413);
      assertThat(refused.text("code")).isEqualTo("too-large");
      assertThat(refused.text("detail")).containsPattern("262144|524288");
    }
  }

  @Test
  void shouldRefuseALongBodyBeforeItIsSent_47(OneServer.Running running) throws Exception {
    String head =
        "POST /api/flows/x/execute HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Type:"
            + " application/json\r\nContent-Length: 52428800\r\n\r\n";
    long began = System.nanoTime();

    Wire.Answer told =
        running
            .wire()
            .raw(
                head.formatted(running.adminKey()),
                "{\"input\": \"".getBytes(StandardCharsets.US_ASCII));
    assertThat(told.status()).isEqualTo(413);
    assertThat(told.body()).contains("524288");

    ByteArrayOutputStream chunks = new ByteArrayOutputStream();
    chunks.writeBytes("b\r\n{\"input\": \"\r\n".getBytes(StandardCharsets.US_ASCII));
    for (int i = 0; i < 20; i++) {
      chunks.writeBytes(
          ("10000\r\n" + "x".repeat(65_536) + "\r\n").getBytes(StandardCharsets.US_ASCII));
    }
    chunks.writeBytes("2\r\n\"}\r\n0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
    pass(running, "chunks");
    Wire.Answer untold =
        running
            .wire()
            .raw(
                head.formatted(running.adminKey())
                    .replace("/x/", "/chunks/")
                    .replace(
                        "Content-Length: 52428800",
                        "Connection: close\r\nTransfer-Encoding: chunked"),
                chunks.toByteArray());
    assertThat(untold.status()).isEqualTo(413);
    Wire.Answer once =
        running
            .wire()
            .raw(
                head.formatted(running.adminKey())
                    .replace("/api/flows/x/execute", "/api/keys")
                    .replace(
                        "Content-Length: 52428800",
                        "Connection: close\r\nIdempotency-Key: k\r\nTransfer-Encoding: chunked"),
                chunks.toByteArray());
    assertThat(once.status()).as(once.toString()).isEqualTo(413);
    assertThat(untold.body()).contains("524288");
    assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(50));
  }

  @Test
  void shouldRefuseJsonThatIsMadeToHurt_47_48(OneServer.Running running) throws Exception {
    pass(running, "hurt");
    String manyKeys =
        IntStream.range(0, 300_000)
            .mapToObj(i -> "\"" + i + "\":1")
            .collect(Collectors.joining(","));

    for (String input :
        List.of(
            "[".repeat(100_000),
            "[".repeat(101) + "]".repeat(101),
            "{\"a\":".repeat(100_000),
            "9".repeat(400_000),
            "0." + "1".repeat(111),
            "1E+600000000",
            "-1E-600000000",
            "[1, 1E+600000000]",
            "{\"a\": 1, \"a\": 2}",
            "\"\\ud800\"",
            "\"\\udc00x\"",
            "{\"\\ud800\": 1}",
            "\"" + "\u0000" + "\"",
            "NaN",
            "Infinity",
            "01",
            "'x'",
            "1 2",
            "{" + manyKeys)) {
      long began = System.nanoTime();
      Api.Answer refused = ended(running, "hurt", input);
      String shown = input.substring(0, Math.min(40, input.length()));
      assertThat(refused.status()).as("%s: %s", shown, refused).isIn(400, 413, 422);
      assertThat(refused.type()).startsWith("application/problem+json");
      assertThat(refused.text("detail")).as(shown).isNotBlank();
      assertThat(Duration.ofNanos(System.nanoTime() - began)).as(shown).isLessThan(DEADLINE);
    }
    assertThat(ended(running, "hurt", "{\"a\": 1.5e300}").text("status")).isEqualTo("SUCCEEDED");
  }

  @Test
  void shouldRefuseHugeNumbersInDefinitions_48(OneServer.Running running) throws Exception {
    for (String number : List.of("1E+600000000", "9".repeat(200))) {
      Api.Answer refused =
          running
              .admin()
              .post(
                  "/api/flows?publish=true",
                  flow(
                      "huge",
                      "\"A\": {\"Type\": \"Choice\", \"Choices\": [{\"Variable\": \"$.a\", \"NumericEquals\": %s, \"Next\": \"B\"}]}, \"B\": {\"Type\": \"Succeed\"}"
                          .formatted(number)));
      assertThat(refused.status()).as(refused.toString()).isIn(400, 422);
    }
    Api.Answer made =
        running.admin().post("/api/flows?publish=true", jsonata("number", "1E+400 * 1E+400"));
    if (made.status() == 201) {
      assertThat(ended(running, "number", "{}").text("status")).isEqualTo("FAILED");
    } else {
      assertThat(made.status()).isEqualTo(422);
    }
  }

  @Test
  void shouldReadYamlAsDataOnly_49(OneServer.Running running) throws Exception {
    String laughs =
        "a: &a [x,x,x,x,x,x,x,x,x]\n"
            + IntStream.range(0, 9)
                .mapToObj(
                    i ->
                        "%c: &%c [%s]\n"
                            .formatted(
                                'b' + i,
                                'b' + i,
                                ("*" + (char) ('a' + i) + ",").repeat(9).replaceAll(",$", "")))
                .collect(Collectors.joining());
    for (String yaml :
        List.of(
            laughs,
            "StartAt: A\nStates: " + "[".repeat(10_000),
            "StartAt: !!javax.script.ScriptEngineManager [!!java.net.URLClassLoader"
                + " [[!!java.net.URL [\"http://127.0.0.1:1/\"]]]]",
            "StartAt: A\nStartAt: B",
            "StartAt: A\nComment: " + "x".repeat(1_500_000),
            "&a [*a]")) {
      long began = System.nanoTime();
      Api.Answer refused =
          running
              .admin()
              .post(
                  "/api/flows", "{\"source\": %s, \"format\": \"yaml\"}".formatted(Json.of(yaml)));
      assertThat(refused.status())
          .as(yaml.substring(0, Math.min(20, yaml.length())))
          .isIn(400, 413, 422);
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(DEADLINE);
    }
  }

  @Test
  void shouldBoundWhatPathsAndExpressionsMayCost_51_52_54(OneServer.Running running)
      throws Exception {
    String large =
        "["
            + IntStream.range(0, 2_000)
                .mapToObj(i -> "{\"a\": {\"b\": [1, 2, 3, {\"c\": 4}]}}")
                .collect(Collectors.joining(","))
            + "]";
    running
        .admin()
        .post(
            "/api/flows?publish=true",
            flow(
                "path",
                "\"A\": {\"Type\": \"Pass\", \"Parameters\": {\"x.$\": \"$..*..*..*\"}, \"End\":"
                    + " true}"));
    costs(running, "path", large);
    int number = 0;
    for (String expression :
        List.of(
            "[1..1000000000]",
            "$sum([1..9000000])",
            "$pad('x', 1000000000)",
            "$join($map([1..100000], function($i) { $pad('x', 100000) }))",
            "($f := function($n) { $f($n + 1) }; $f(0))",
            "($f := function($n) { $f($n) & $f($n) }; $f(0))",
            "$string.constructor",
            "''.getClass().forName('java.lang.Runtime')",
            "$eval('[1..1000000000]')",
            "$replace($pad('a', 100000), /a/, $pad('b', 100000))",
            "$matchall($states.input, /x/)")) {
      Api.Answer made =
          running
              .admin()
              .post("/api/flows?publish=true", jsonata("expression-" + ++number, expression));
      if (made.status() == 201) {
        costs(running, "expression-" + number, "\"a\"");
      } else {
        assertThat(made.status()).as(expression).isEqualTo(422);
      }
    }
  }

  /** It fails, or ends with little, before long. */
  private static void costs(OneServer.Running running, String flow, String input) throws Exception {
    long began = System.nanoTime();
    Api.Answer ended = ended(running, flow, input);
    assertThat(ended.status()).as(ended.toString()).isEqualTo(200);
    assertThat(ended.text("status")).as(ended.toString()).isIn("FAILED", "SUCCEEDED");
    assertThat(ended.toString().length()).isLessThan(600_000);
    assertThat(Duration.ofNanos(System.nanoTime() - began)).as(flow).isLessThan(DEADLINE);
  }

  @Test
  void shouldMatchInLinearTime_54(OneServer.Running running) throws Exception {
    String text = Json.of("a".repeat(50_000) + "!").toString();
    int number = 0;
    for (String pattern : List.of("(a+)+$", "(.*?,){18}P", "(a|aa)+$", "(a|a?)+$")) {
      String code = "regex-" + ++number;
      Api.Answer made =
          running
              .admin()
              .post(
                  "/api/flows?publish=true",
                  jsonata(code, "$contains($states.input, /" + pattern + "/)"));
      assertThat(made.status()).as(made.toString()).isEqualTo(201);
      costs(running, code, text);
    }
    assertThat(running.admin().get("/api/flows?search=(a%2B)%2B%24").status()).isEqualTo(200);
    assertThat(running.admin().get("/api/flows/executions?error=(a%2B)%2B%24").status())
        .isEqualTo(200);
  }

  @Test
  void shouldInsertValuesAsTheyAre_53(OneServer.Running running) throws Exception {
    running
        .admin()
        .post(
            "/api/flows?publish=true",
            flow(
                "template",
                "\"A\": {\"Type\": \"Pass\", \"Parameters\": {\"text.$\": \"States.Format('Hi {}',"
                    + " $.name)\"}, \"End\": true}"));
    String evil = "${$.secret} {} {% $states.input.secret %} $.secret";

    Api.Answer ended =
        ended(
            running,
            "template",
            "{\"secret\": \"hunter2\", \"name\": %s}".formatted(Json.of(evil)));

    assertThat(ended.body().get("output").orElseThrow())
        .hasToString("{\"text\":%s}".formatted(Json.of("Hi " + evil)));
  }

  @Test
  void shouldRefuseDefinitionsThatAreTooMuch_55(OneServer.Running running) throws Exception {
    String many =
        IntStream.range(0, 100_000)
            .mapToObj(i -> "\"S%d\": {\"Type\": \"Succeed\"}".formatted(i))
            .collect(Collectors.joining(","));
    String ratherMany =
        IntStream.range(0, 26_000)
            .mapToObj(i -> "\"%d\":{\"Type\":\"Succeed\"}".formatted(i))
            .collect(Collectors.joining(","));

    for (String definition :
        List.of(
            flow("many", many),
            flow("many", ratherMany),
            flow("control", "\"A\\u0000\": {\"Type\": \"Succeed\"}")
                .replace("\"A\"", "\"A\\u0000\""),
            flow("twice", "\"A\": {\"Type\": \"Succeed\"}, \"A\": {\"Type\": \"Fail\"}"),
            flow("endless", "\"A\": {\"Type\": \"Pass\", \"Next\": \"Nowhere\"}"))) {
      long began = System.nanoTime();
      Api.Answer refused = running.admin().post("/api/flows?publish=true", definition);
      assertThat(refused.status()).as(definition.substring(0, 30) + refused).isIn(400, 413, 422);
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(DEADLINE);
    }
  }

  @Test
  void shouldRefuseFieldsThatAreNotTheCallersToSet_56(OneServer.Running running) throws Exception {
    pass(running, "fields");
    for (String field :
        List.of("status", "published_version", "active", "createdBy", "isTest", "id", "tenantId")) {
      String extra = "{\"" + field + "\": \"x\", ";
      for (Api.Answer refused :
          List.of(
              running.admin().post("/api/flows", flow("f", "").replaceFirst("\\{", extra)),
              running
                  .admin()
                  .call("PUT", "/api/flows/fields", flow("fields", "").replaceFirst("\\{", extra)),
              running.admin().post("/api/flows/fields/execute", extra + "\"input\": 1}"),
              running
                  .admin()
                  .post("/api/keys", extra + "\"name\": \"k\", \"roles\": [\"viewer\"]}"),
              running.admin().post("/api/tenants", extra + "\"code\": \"k\"}"))) {
        assertThat(refused.status()).as(field + refused).isEqualTo(400);
        assertThat(refused.text("detail")).contains(field);
      }
    }
  }
}
