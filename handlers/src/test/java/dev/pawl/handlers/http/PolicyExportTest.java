package dev.pawl.handlers.http;

import static dev.pawl.handlers.testing.LoopbackServer.header;
import static dev.pawl.handlers.testing.LoopbackServer.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.pawl.handlers.testing.CallFixture;
import dev.pawl.handlers.testing.LoopbackServer;
import dev.pawl.handlers.testing.LoopbackServer.Script;
import dev.pawl.handlers.testing.TestNetwork;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyExportTest {

  private static final String POLICY =
      "{\"number\": \"P-1\", \"holder\": {\"name\": \"=Ada, \\\"A\\\" <x>\"}, \"sums\": [1, -2.5]}";

  private final TestNetwork network = new TestNetwork().name("dwh.example", TestNetwork.PUBLIC);
  private LoopbackServer server;

  @AfterEach
  void stopServer() {
    server.close();
  }

  @Test
  void shouldExportMappedJson() throws Exception {
    Json result =
        export(
            header("201 Created", "Location: /policies/9"),
            "'map': {'policyNumber': '$.number', 'first': '$.sums[0]', 'source': 'pawl', 'none':"
                + " '$.x'}",
            POLICY);

    assertThat(Json.parse(server.lastRequest().body()))
        .isEqualTo(
            Json.parse(
                "{\"policyNumber\": \"P-1\", \"first\": 1, \"source\": \"pawl\", \"none\": null}"));
    assertThat(result).isEqualTo(Json.parse("{\"status\": 201, \"reference\": \"/policies/9\"}"));
    assertThat(server.lastRequest().headers()).containsEntry("idempotency-key", CallFixture.KEY);
  }

  @Test
  void shouldExportXml() throws Exception {
    Json result =
        export(json("200 OK", "{\"reference\": 12}"), "'format': 'xml', 'root': 'policy'", POLICY);

    assertThat(server.lastRequest().body())
        .isEqualTo(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?><policy><number>P-1</number><holder><name>"
                + "=Ada, \"A\" &lt;x&gt;</name></holder><sums>1</sums><sums>-2.5</sums></policy>");
    assertThat(result.get("reference")).contains(Json.of("12"));
  }

  @Test
  void shouldExportCsvWithoutFormulas() throws Exception {
    export(
        json("200 OK", "{}"),
        "'format': 'csv', 'map': {'no': '$.number', 'holder': '$.holder.name', 'sum': '$.sums[1]'}",
        "[%s, {\"number\": \"P-2\"}]".formatted(POLICY));

    assertThat(server.lastRequest().headers())
        .containsEntry("content-type", "text/csv; charset=utf-8");
    assertThat(server.lastRequest().body())
        .isEqualTo("no,holder,sum\r\nP-1,\"'=Ada, \"\"A\"\" <x>\",-2.5\r\nP-2,,\r\n");
  }

  @ParameterizedTest
  @CsvSource({
    "400 Bad, ExportRejected",
    "422 No, ExportRejected",
    "429 Slow, Http429",
    "500 Oops, Http5xx",
    "301 Moved, Http4xx"
  })
  void shouldNameFailures(String status, String error) {
    HandlerException failure =
        catchThrowableOfType(
            HandlerException.class,
            () -> export(header(status, "Location: /x"), "'map': {}", "{}"));

    assertThat(failure.error()).isEqualTo(error);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "'format': 'pdf'|format: ",
        "'format': 'xml', 'map': {'a b': 1}|map: 'a b'",
        "'map': {'a': '$..x'}|map.a: ",
        "'format': 'csv', 'payload': [1]|format: csv",
        "'method': 'GET'|method: "
      })
  void shouldRefuseWrongSettings(String config, String message) {
    HandlerException failure =
        catchThrowableOfType(
            HandlerException.class, () -> export(json("200 OK", "{}"), config, "{}"));

    assertThat(failure.error()).isEqualTo("ConfigInvalid");
    assertThat(failure).hasMessageStartingWith(message);
  }

  private Json export(Script script, String config, String input) throws Exception {
    server = LoopbackServer.start(TestNetwork.PUBLIC, script);
    return new CallFixture(network.policy(server))
        .call(
            "EXPORT_POLICY_HANDLER",
            "{'endpointUrl': 'http://dwh.example:%d/in', %s}".formatted(server.port(), config),
            input);
  }
}
