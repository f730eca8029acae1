package dev.pawl.handlers;

import static dev.pawl.handlers.testing.LoopbackServer.json;
import static dev.pawl.handlers.testing.LoopbackServer.write;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.handlers.testing.CallFixture;
import dev.pawl.handlers.testing.LoopbackServer;
import dev.pawl.handlers.testing.LoopbackServer.Received;
import dev.pawl.handlers.testing.TestNetwork;
import dev.pawl.model.schema.JsonSchema;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.OutboundConnection.ConnectionOperation;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Runs the examples of docs/handlers.md and compares their results with those of the page. */
class HandlersPageTest {

  private static final Path PAGE =
      Path.of(System.getProperty("pawl.root", ".."), "docs", "handlers.md");

  private static final Pattern EXAMPLE =
      Pattern.compile(
          "```json\n(\\{\n  \"Type\": \"Task\".*?)\n```\n\nResult.*?:\n\n```json\n(.*?)\n```",
          Pattern.DOTALL);

  /** Handlers whose examples need nothing but HTTP. */
  private static final Set<String> HANDLERS =
      Set.of(
          "HTTP_CALLOUT",
          "EXPORT_POLICY_HANDLER",
          "OUTBOUND_MESSAGE",
          "CALL",
          "FUNCTION",
          "TRANSFORM_DATA",
          "LOG_MESSAGE");

  @Test
  void shouldWorkAsThePageShows() throws Exception {
    Set<String> shown = new TreeSet<>();
    try (LoopbackServer server =
        LoopbackServer.start(TestNetwork.PUBLIC, HandlersPageTest::answer)) {
      CallFixture fixture = fixture(server);
      for (MatchResult example : EXAMPLE.matcher(Files.readString(PAGE)).results().toList()) {
        Json state = Json.parse(example.group(1));
        String resource = state.get("Resource").orElseThrow().asText();
        if (!HANDLERS.contains(resource)) {
          continue;
        }
        Json config = state.get("Config").orElseThrow();
        Json reachable = onLoopback(config, server.port());

        Json result = fixture.call(resource, reachable, Json.parse("{}"));

        assertThat(JsonSchema.violations(schema(fixture, resource), config)).as(resource).isEmpty();
        assertThat(result).as(resource).isEqualTo(expected(example.group(2)));
        shown.add(resource);
      }
    }

    assertThat(shown).containsExactlyInAnyOrderElementsOf(HANDLERS);
  }

  private static Json schema(CallFixture fixture, String resource) {
    return fixture.handlers().get(resource).descriptor().configSchema();
  }

  /** Returns the settings with URLs that reach the server of the test. */
  private static Json onLoopback(Json config, int port) {
    return Json.parse(
        config.toString().replaceAll("https://([a-z]+\\.example)", "http://$1:" + port));
  }

  private static Json expected(String text) {
    String id = "msg_" + CallFixture.KEY.replace("~", "~7e").replace(".", "~2e");
    return Json.parse(text.replace("msg_KEY", id).replace("\"attempts\": 1", "\"attempts\": 2"));
  }

  private static CallFixture fixture(LoopbackServer server) {
    TestNetwork network = new TestNetwork();
    for (String host : List.of("crm", "warehouse", "partner", "pay")) {
      network.name(host + ".example", TestNetwork.PUBLIC);
    }
    return new CallFixture(network.policy(server))
        .secretValue("partner-webhook", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
        .connection("crm", "http://crm.example:%d/api".formatted(server.port()), "{}", Map.of())
        .connection(
            "payments",
            "http://pay.example:%d/".formatted(server.port()),
            "{}",
            Map.of("charge", new ConnectionOperation("POST", "/accounts/{account}/charges")))
        .handler("vat", call -> Json.parse("{\"gross\": 119}"));
  }

  private static void answer(Received request, OutputStream out) throws Exception {
    String line = request.method() + " " + request.target();
    switch (line) {
      case "POST /customers?notify=true" ->
          json("201 Created", "{\"id\": 42}").answer(request, out);
      case "GET /api/orders" ->
          json("200 OK", "{\"orders\":[1,2],\"cursor\":\"c\"}").answer(request, out);
      case "GET /api/orders?after=c" -> json("200 OK", "{\"orders\": [3]}").answer(request, out);
      case "POST /policies" ->
          write(
              out,
              request.body().contains("<policy><number>P-1</number><holder>Ada</holder>")
                  ? "201 Created"
                  : "400 Bad Request",
              "Location: /policies/7\r\n",
              "");
      case "POST /hooks" -> write(out, "204 No Content", "", "");
      case "POST /accounts/A-1/charges" ->
          json("200 OK", "{\"id\": \"ch_1\", \"state\": \"captured\"}").answer(request, out);
      default -> write(out, "404 Not Found", "", line);
    }
  }
}
