package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Numbers that JSON allows and that most programs cannot represent. */
@ExtendWith(OneServer.class)
class NumbersTest {

  private static final String DEFINITION =
      "{\"StartAt\": \"A\", \"States\": {\"A\": {\"Type\": \"Pass\", \"Result\": %s, \"End\":"
          + " true}}}";

  /** The position of the number in the body, as a JSON Pointer. */
  private static final Pattern PLACE_AND_CODE =
      Pattern.compile(".*\"detail\":\"[^\"]*/[a-z][^\"]*\".*\"code\":\"malformed\".*");

  /** Bodies with a placeholder for a number, by endpoint. */
  private static Map<String, List<String>> bodies() {
    Map<String, List<String>> bodies = new LinkedHashMap<>();
    bodies.put(
        "POST /api/flows/numbers/execute",
        List.of(
            "{\"input\": %s}",
            "{\"input\": {\"a\": [1, %s]}}",
            "{\"version\": %s}",
            "{\"businessKey\": %s}",
            "{\"priority\": %s}",
            "{\"labels\": {\"a\": %s}}"));
    bodies.put(
        "POST /api/flows/numbers/test", List.of("{\"mockHandlers\": {\"A\": {\"result\": %s}}}"));
    bodies.put("POST /api/events", List.of("{\"type\": \"t\", \"payload\": %s}"));
    bodies.put(
        "POST /api/flows",
        List.of(
            "{\"code\": \"more-numbers\", \"definition\": " + DEFINITION + "}",
            "{\"code\": \"more-numbers\", \"priority\": %s, \"definition\": "
                + DEFINITION.formatted("1")
                + "}"));
    bodies.put("POST /api/flows/validate", List.of("{\"definition\": " + DEFINITION + "}"));
    bodies.put(
        "POST /api/workers/poll",
        List.of(
            "{\"resources\": [\"a\"], \"max\": %s}",
            "{\"resources\": [\"a\"], \"wait\": %s}", "{\"resources\": [\"a\"], \"lease\": %s}"));
    bodies.put(
        "POST /api/workers/descriptors",
        List.of(
            "{\"items\": [{\"resource\": \"a\", \"descriptor\": {\"inputSchema\": {\"maximum\":"
                + " %s}}}]}"));
    bodies.put(
        "POST /api/keys", List.of("{\"name\": \"k\", \"roles\": [\"viewer\"], \"expiresAt\": %s}"));
    bodies.put("PUT /api/tenants/numbers/limits", List.of("{\"concurrent\": %s}"));
    return bodies;
  }

  @Test
  void shouldRejectNumbersOutOfRangeWithAHelpfulMessage(OneServer.Running running)
      throws Exception {
    Api own = running.with(running.tenant("numbers"));
    Api admin = running.admin();
    own.post(
        "/api/flows?publish=true",
        "{\"code\": \"numbers\", \"definition\": " + DEFINITION.formatted("1") + "}");

    List<String> complaints = new ArrayList<>();
    for (Map.Entry<String, List<String>> one : bodies().entrySet()) {
      String method = one.getKey().split(" ")[0];
      String path = one.getKey().split(" ")[1];
      Api caller = path.startsWith("/api/tenants") ? admin : own;
      for (String body : one.getValue()) {
        for (String number :
            List.of("1e400", "-1e400", "1E+600000000", "1e-600000000", "9e99999")) {
          Api.Answer refused = caller.call(method, path, body.formatted(number));
          String shown = path + " " + body.formatted(number) + ": " + refused;
          if (refused.status() != 400
              || !PLACE_AND_CODE.matcher(refused.body().toString()).lookingAt()) {
            complaints.add(shown);
          }
        }
      }
    }
    assertThat(complaints).isEmpty();
    Api.Answer input = own.post("/api/flows/numbers/execute", "{\"input\": {\"a\": [1, 1e400]}}");
    assertThat(input.text("detail"))
        .contains("/input/a/1 must not be 1e400", "out of range", "below 1e400");
  }

  @Test
  void shouldFindNumbersOutOfRangeInSources(OneServer.Running running) throws Exception {
    for (String format : List.of("json", "yaml")) {
      String source =
          (format.equals("yaml") ? "# yaml\\n" : "")
              + DEFINITION.formatted("1e400").replace("\"", "\\\"");
      Api.Answer found =
          running
              .admin()
              .post(
                  "/api/flows/validate",
                  "{\"source\": \"%s\", \"format\": \"%s\"}".formatted(source, format));

      assertThat(found.status()).as(found.toString()).isEqualTo(200);
      assertThat(found.text("valid")).isEqualTo("false");
      assertThat(found.body().toString()).contains("out of range");
    }
  }
}
