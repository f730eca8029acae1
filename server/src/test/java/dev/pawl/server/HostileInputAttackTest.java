package dev.pawl.server;

import static dev.pawl.server.HostileExpressionAttackTest.jsonata;
import static dev.pawl.server.HostileExpressionAttackTest.mustAllFail;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import java.io.ByteArrayOutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Attack tests 47 to 50, 55 and 56: input that is expensive or ambiguous by design. */
@ExtendWith(OneServer.class)
@Timeout(60)
class HostileInputAttackTest {

  static final Duration DEADLINE = Duration.ofSeconds(10);

  static String flow(String code, String states) {
    return "{\"code\": \"%s\", \"definition\": {\"StartAt\": \"A\", \"States\": {%s}}}"
        .formatted(code, states);
  }

  static Api.Answer ended(OneServer.Running running, String flow, String input) throws Exception {
    return running
        .admin()
        .post("/api/flows/" + flow + "/execute?wait=30", "{\"input\": " + input + "}");
  }

  static void pass(OneServer.Running running, String code) throws Exception {
    running
        .admin()
        .post("/api/flows?publish=true", flow(code, "\"A\": {\"Type\": \"Pass\", \"End\": true}"));
  }

  @Test
  void shouldAcceptBodiesUpToTheLimit_47(OneServer.Running running) throws Exception {
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

  /** Inputs and the expected responses. */
  static Map<String, Integer> hostileInputs() {
    String manyKeys =
        IntStream.range(0, 1_000_000)
            .mapToObj(i -> "\"" + i + "\":1")
            .collect(Collectors.joining(",", "{", "}"));
    Map<String, Integer> inputs = new LinkedHashMap<>();
    for (String malformed :
        List.of(
            "[".repeat(100_000),
            "[".repeat(101) + "]".repeat(101),
            "{\"a\":".repeat(60_000) + "1" + "}".repeat(60_000),
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
            "1 2")) {
      inputs.put(malformed, 400);
    }
    inputs.put("9".repeat(1_000_000), 413);
    inputs.put(manyKeys, 413);
    return inputs;
  }

  @Test
  void shouldRejectHostileJson_47_48(OneServer.Running running) throws Exception {
    pass(running, "hurt");

    for (Map.Entry<String, Integer> hurting : hostileInputs().entrySet()) {
      String input = hurting.getKey();
      long began = System.nanoTime();
      Api.Answer refused = ended(running, "hurt", input);
      String shown = input.substring(0, Math.min(40, input.length()));
      assertThat(refused.status()).as("%s: %s", shown, refused).isEqualTo(hurting.getValue());
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
      assertThat(refused.status()).as(refused.toString()).isEqualTo(400);
    }
    Api.Answer refused =
        running.admin().post("/api/flows?publish=true", jsonata("number", "1E+400"));
    assertThat(refused.status()).as(refused.toString()).isEqualTo(422);
    mustAllFail(running, "States.QueryEvaluationError", "1E+300 * 1E+300", "$power(10, 999999)");
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
          .as("%s: %s", yaml.substring(0, Math.min(20, yaml.length())), refused)
          .isEqualTo(yaml.length() > 1_000_000 ? 400 : 422);
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(DEADLINE);
    }
  }

  private static Api.Answer described(Api worker, String field, String schema) throws Exception {
    return worker.post(
        "/api/workers/descriptors",
        "{\"items\": [{\"resource\": \"%s\", \"descriptor\": {\"%s\": %s}}]}"
            .formatted(field, field, schema));
  }

  @Test
  void shouldRejectRemoteAndUnboundedSchemas_50(OneServer.Running running) throws Exception {
    Api worker = running.own("schemas");
    try (ServerSocketChannel listener = ServerSocketChannel.open()) {
      listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      listener.configureBlocking(false);
      String url = "http://127.0.0.1:%d/schema".formatted(listener.socket().getLocalPort());

      for (String field : List.of("configSchema", "inputSchema", "outputSchema")) {
        Map.of(
                "{\"$ref\": \"%s\"}",
                "refers to 'http",
                "{\"properties\": {\"const\": {\"$ref\": \"%s\"}}}",
                "refers to 'http",
                "{\"allOf\": [{\"$dynamicRef\": \"%s#a\"}]}",
                "/allOf/0/$dynamicRef is not supported; use $ref",
                "{\"items\": {\"$ref\": \"other.json#/a\"}}",
                "refers to 'other.json#/a'",
                "{\"pattern\": \"(a)\\\\1\"}",
                "linear time",
                "{\"pattern\": \"(?=a+)+b\"}",
                "linear time",
                "{\"patternProperties\": {\"(?<!a)b\": {}}}",
                "linear time",
                "{\"pattern\": \"((a{1,99}){1,99}){1,99}\"}",
                "repeats too much",
                "{\"pattern\": \"" + "a".repeat(1_001) + "\"}",
                "at most 1000 characters",
                "{\"title\": \"" + "a".repeat(32_000) + "\"}",
                "at most 32000 characters")
            .forEach((schema, why) -> mustBeRefused(worker, field, schema.formatted(url), why));
        String deep = "{\"not\": ".repeat(100) + "{}" + "}".repeat(100);
        assertThat(described(worker, field, deep).status()).isEqualTo(400);
        assertThat(described(worker, field, "{\"maximum\": 1E+600000000}").status()).isEqualTo(400);
        String large = "{\"title\": \"" + "a".repeat(600_000) + "\"}";
        assertThat(described(worker, field, large).status()).isEqualTo(413);
      }
      for (String schema :
          List.of(
              "{\"$ref\":\"#\"}",
              "{\"$ref\":\"#/$defs/a\",\"$defs\":{\"a\":{\"$ref\":\"#/$defs/b\"},\"b\":{\"$ref\":\"#/$defs/a\"}}}",
              "{\"pattern\":\"(a+)+$\"}",
              "{\"$schema\":\"%1$s\",\"$id\":\"%1$s\",\"default\":{\"$ref\":\"%1$s\",\"pattern\":\"*.txt\"}}"
                  .formatted(url))) {
        Api.Answer taken = described(worker, "inputSchema", schema);
        assertThat(taken.status()).as(taken.toString()).isEqualTo(200);
        worker.post("/api/workers/poll", "{\"resources\": [\"inputSchema\"]}");
        assertThat(worker.get("/api/flows/resources").body().toString())
            .contains("\"inputSchema\":" + schema);
      }
      assertThat(listener.accept()).as("a connection by a schema reference").isNull();
    }
  }

  private static void mustBeRefused(Api worker, String field, String schema, String why) {
    try {
      Api.Answer refused = described(worker, field, schema);
      assertThat(refused.status()).as("%s: %s", schema, refused).isEqualTo(422);
      assertThat(refused.text("code")).isEqualTo("bad-descriptor");
      assertThat(refused.text("detail")).contains("'" + field + "': ", why);
    } catch (Exception e) {
      throw new AssertionError(schema, e);
    }
  }

  @Test
  void shouldRejectOversizedDefinitions_55(OneServer.Running running) throws Exception {
    String many =
        IntStream.range(0, 100_000)
            .mapToObj(i -> "\"S%d\": {\"Type\": \"Succeed\"}".formatted(i))
            .collect(Collectors.joining(","));
    String ratherMany =
        IntStream.range(0, 26_000)
            .mapToObj(i -> "\"%d\":{\"Type\":\"Succeed\"}".formatted(i))
            .collect(Collectors.joining(","));

    String twice = "\"A\": {\"Type\": \"Succeed\"}, \"A\": {\"Type\": \"Fail\"}";

    assertThat(running.admin().post("/api/flows", flow("many", many)).status()).isEqualTo(413);
    assertThat(running.admin().post("/api/flows", flow("twice", twice)).status()).isEqualTo(400);
    for (String definition :
        List.of(
            flow("many", ratherMany),
            flow("control", "\"A\\u0000\": {\"Type\": \"Succeed\"}")
                .replace("\"A\"", "\"A\\u0000\""),
            flow("endless", "\"A\": {\"Type\": \"Pass\", \"Next\": \"Nowhere\"}"))) {
      long began = System.nanoTime();
      Api.Answer refused = running.admin().post("/api/flows?publish=true", definition);
      assertThat(refused.status()).as(definition.substring(0, 30) + refused).isEqualTo(422);
      assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(DEADLINE);
    }
  }

  @Test
  void shouldEndFlowsThatStartEachOtherInACircle_55(OneServer.Running running) throws Exception {
    Api own = running.own("circles");
    String calls = "\"A\": {\"Type\": \"Task\", \"Resource\": \"flow:%s.sync\", \"End\": true}";
    for (List<String> pair : List.of(List.of("ping", "pong"), List.of("pong", "ping"))) {
      assertThat(
              own.post(
                      "/api/flows?publish=true",
                      flow(pair.getFirst(), calls.formatted(pair.getLast())))
                  .status())
          .isEqualTo(201);
    }

    Api.Answer ended = own.post("/api/flows/ping/execute?wait=50", "{}");

    assertThat(ended.text("status")).as(ended.toString()).isEqualTo("FAILED");
    assertThat(ended.text("error")).isEqualTo("States.Runtime");
    assertThat(ended.text("cause")).contains("flows start each other 100 deep");
    Json all =
        own.get("/api/flows/executions?limit=1000&parent=any").body().get("items").orElseThrow();
    assertThat(((JsonArray) all).length()).isBetween(100, 101);
  }

  @Test
  void shouldRejectFieldsThatTheCallerMayNotSet_56(OneServer.Running running) throws Exception {
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
        assertThat(refused.text("detail")).contains("'" + field + "'");
      }
    }
  }
}
