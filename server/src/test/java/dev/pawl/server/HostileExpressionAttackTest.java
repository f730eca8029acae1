package dev.pawl.server;

import static dev.pawl.server.HostileInputAttackTest.DEADLINE;
import static dev.pawl.server.HostileInputAttackTest.ended;
import static dev.pawl.server.HostileInputAttackTest.flow;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNull;
import dev.pawl.testkit.Await;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Attack tests 51 to 54: expressions that are expensive or try to reach other data. */
@ExtendWith(OneServer.class)
@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
class HostileExpressionAttackTest {

  static String jsonata(String code, String expression) {
    return "{\"code\": \"%s\", \"definition\": {\"QueryLanguage\": \"JSONata\", \"StartAt\": \"A\", \"States\": {\"A\": {\"Type\": \"Pass\", \"Output\": %s, \"End\": true}}}}"
        .formatted(code, Json.of("{% " + expression + " %}"));
  }

  private static final String EVERYTHING_THRICE =
      flow(
          "path",
          "\"A\": {\"Type\": \"Pass\", \"Parameters\": {\"x.$\": \"$..*..*..*\"}, \"End\":"
              + " true}");

  /** A document in which every value has many descendants. */
  private static String deep(int times) {
    return IntStream.range(0, times)
        .mapToObj(i -> "[".repeat(70) + "]".repeat(70))
        .collect(Collectors.joining(",", "[", "]"));
  }

  @Test
  void shouldLimitTheCostOfPaths_51(OneServer.Running running) throws Exception {
    running.admin().post("/api/flows?publish=true", EVERYTHING_THRICE);

    mustFail(running, "path", deep(1_800), "Pawl.BudgetExceeded");
  }

  @Test
  @Timeout(600)
  void shouldNotDelayOthersBesideCostlyExpressions_51(OneServer.Running running) throws Exception {
    Api costly = running.own("costly");
    Api other = running.own("beside-costly");
    costly.post("/api/flows?publish=true", EVERYTHING_THRICE);
    other.post(
        "/api/flows?publish=true", flow("pass", "\"A\": {\"Type\": \"Pass\", \"End\": true}"));
    String input = "{\"input\": " + deep(500) + "}";

    String last = "";
    for (int i = 0; i < 100; i++) {
      last = costly.post("/api/flows/path/execute", input).text("id");
      if (i % 5 == 0) {
        assertThat(other.post("/api/flows/pass/execute?wait=60", "{}").text("status"))
            .isEqualTo("SUCCEEDED");
      }
    }

    costly.get("/api/flows/executions/" + last + "?wait=60");
    Await.until("100 executions have ended", () -> endings(costly).size() >= 100);
    assertThat(endings(costly))
        .allSatisfy(one -> assertThat(one.get("error")).contains(Json.of("Pawl.BudgetExceeded")));
  }

  private static List<Json> endings(Api who) throws Exception {
    Json all = who.get("/api/flows/executions?limit=1000").body().get("items").orElseThrow();
    return ((JsonArray) all)
        .elements().stream()
            .filter(one -> !one.get("endedAt").orElseThrow().equals(JsonNull.NULL))
            .toList();
  }

  @Test
  void shouldLimitTheCostOfExpressions_52(OneServer.Running running) throws Exception {
    mustAllFail(
        running,
        "Pawl.BudgetExceeded",
        "$sum([1..9000000])",
        "$pad('x', 1000000000)",
        "$join($map([1..100000], function($i) { $pad('x', 100000) }))",
        "($f := function($n) { $f($n + 1) }; $f(0))",
        "($f := function($n) { $f($n) & $f($n) }; $f(0))",
        "$replace($pad('a', 100000, 'a'), /a/, $pad('b', 100000, 'b'))");
    // JSONata does not allow a range that long.
    mustAllFail(running, "States.QueryEvaluationError", "[1..1000000000]");
  }

  @Test
  void shouldNotReachJavaClasses_52(OneServer.Running running) throws Exception {
    mustAllFail(
        running,
        "States.QueryEvaluationError",
        "$string.constructor",
        "''.getClass().forName('java.lang.Runtime')",
        "$states.input.getClass()",
        "$eval('[1..1000000000]')",
        "$matchall($states.input, /x/)");
  }

  static void mustAllFail(OneServer.Running running, String error, String... expressions)
      throws Exception {
    for (String expression : expressions) {
      String code = "fails-" + Integer.toHexString(expression.hashCode());
      publish(running, code, expression);
      mustFail(running, code, "\"a\"", error);
    }
  }

  private static void publish(OneServer.Running running, String code, String expression)
      throws Exception {
    Api.Answer made = running.admin().post("/api/flows?publish=true", jsonata(code, expression));
    assertThat(made.status()).as("%s: %s", expression, made).isEqualTo(201);
  }

  private static void mustFail(OneServer.Running running, String flow, String input, String error)
      throws Exception {
    long began = System.nanoTime();
    Api.Answer ended = ended(running, flow, input);
    assertThat(ended.status()).as(ended.toString()).isEqualTo(200);
    assertThat(ended.text("status")).as(ended.toString()).isEqualTo("FAILED");
    assertThat(ended.text("error")).as(ended.toString()).isEqualTo(error);
    assertThat(ended.text("cause")).isNotBlank().hasSizeLessThan(1_000);
    assertThat(Duration.ofNanos(System.nanoTime() - began)).as(flow).isLessThan(DEADLINE);
  }

  @Test
  void shouldMatchInLinearTime_54(OneServer.Running running) throws Exception {
    String text = Json.of("a".repeat(50_000) + "!").toString();
    int number = 0;
    for (String pattern : List.of("(a+)+$", "(.*?,){18}P", "(a|aa)+$", "(a|a?)+$")) {
      String code = "regex-" + ++number;
      publish(running, code, "$contains($states.input, /" + pattern + "/)");
      boolean fits = pattern.equals("(a|a?)+$"); // the end, and nothing before it
      mustEnd(running, code, text, Boolean.toString(fits));
      String filter = "path-regex-" + number;
      running
          .admin()
          .post(
              "/api/flows?publish=true",
              flow(
                  filter,
                  "\"A\": {\"Type\": \"Pass\", \"InputPath\": \"$[?search(@, '%s')]\", \"End\": true}"
                      .formatted(pattern)));
      mustEnd(running, filter, "[" + text + "]", fits ? "[" + text + "]" : "[]");
    }
    running
        .admin()
        .post(
            "/api/flows?publish=true",
            flow(
                "wildcards",
                "\"A\": {\"Type\": \"Choice\", \"Choices\": [{\"Variable\": \"$\","
                    + " \"StringMatches\": \"%s\", \"Next\": \"B\"}], \"Default\": \"C\"}, \"B\":"
                        .formatted("*a".repeat(20) + "b")
                    + " {\"Type\": \"Fail\"}, \"C\": {\"Type\": \"Succeed\"}"));
    mustEnd(running, "wildcards", text, text);
    assertThat(running.admin().get("/api/flows?search=(a%2B)%2B%24").body().get("items"))
        .contains(JsonArray.EMPTY);
    assertThat(running.admin().get("/api/flows/executions?error=(zq%2B)%2B%24").body().get("items"))
        .contains(JsonArray.EMPTY);
  }

  private static void mustEnd(OneServer.Running running, String flow, String input, String output)
      throws Exception {
    long began = System.nanoTime();
    Api.Answer ended = ended(running, flow, input);
    assertThat(ended.text("status")).as(ended.toString()).isEqualTo("SUCCEEDED");
    assertThat(ended.body().get("output").orElseThrow()).hasToString(output);
    assertThat(Duration.ofNanos(System.nanoTime() - began)).as(flow).isLessThan(DEADLINE);
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
}
