package dev.pawl.handlers.http;

import static dev.pawl.handlers.testing.LoopbackServer.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.pawl.handlers.testing.CallFixture;
import dev.pawl.handlers.testing.LoopbackServer;
import dev.pawl.handlers.testing.TestNetwork;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.OutboundConnection.ConnectionOperation;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConnectionCallTest {

  private static final Map<String, ConnectionOperation> OPERATIONS =
      Map.of(
          "charge", new ConnectionOperation("POST", "/accounts/{account}/charges"),
          "find", new ConnectionOperation("GET", "/charges/{id}"));

  private LoopbackServer server;
  private CallFixture fixture;

  @BeforeEach
  void startServer() throws Exception {
    server = LoopbackServer.start(TestNetwork.PUBLIC, json("200 OK", "{\"id\": \"ch_1\"}"));
    TestNetwork network = new TestNetwork().name("pay.example", TestNetwork.PUBLIC);
    fixture =
        new CallFixture(network.policy(server))
            .connection(
                "payments",
                "http://pay.example:%d/v1".formatted(server.port()),
                "{\"type\": \"bearer\", \"token\": \"abc\"}",
                OPERATIONS);
  }

  @AfterEach
  void stopServer() {
    server.close();
  }

  @Test
  void shouldPutParametersIntoPathAndBody() throws Exception {
    Json result =
        fixture.call(
            "CALL",
            """
            {'target': 'payments', 'operation': 'charge',
             'params': {'account': 'a/b?c', 'amount': 5, 'note': null}}
            """);

    assertThat(result).isEqualTo(Json.parse("{\"id\": \"ch_1\"}"));
    assertThat(server.lastRequest().target()).isEqualTo("/v1/accounts/a%2Fb%3Fc/charges");
    assertThat(Json.parse(server.lastRequest().body()))
        .isEqualTo(Json.parse("{\"amount\": 5, \"note\": null}"));
    assertThat(server.lastRequest().headers())
        .containsEntry("authorization", "Bearer abc")
        .containsEntry("idempotency-key", CallFixture.KEY);
    assertThat(fixture.effects()).hasSize(1);
  }

  @Test
  void shouldPutParametersIntoTheQuery() throws Exception {
    fixture.call(
        "CALL",
        "{'target': 'payments', 'operation': 'find', 'params': {'id': 7, 'expand': 'a b'}}");

    assertThat(server.lastRequest().target()).isEqualTo("/v1/charges/7?expand=a%20b");
    assertThat(server.lastRequest().body()).isEmpty();
  }

  @Test
  void shouldCallAHandlerIfThereIsNoConnection() throws Exception {
    fixture.handler("crm.lookup", call -> call.input());

    Json result =
        fixture.call("CALL", "{'target': 'crm', 'operation': 'lookup', 'params': {'id': 1}}");

    assertThat(result).isEqualTo(Json.parse("{\"id\": 1}"));
  }

  @Test
  void shouldReportUnknownOperations() {
    assertThat(failure("{'target': 'payments', 'operation': 'refund'}"))
        .hasMessage(
            "operation: the connection payments has no operation 'refund'; it has [charge, find]")
        .extracting(HandlerException::error)
        .isEqualTo("UnknownOperation");
    assertThat(failure("{'target': 'crm', 'operation': 'lookup'}").error())
        .isEqualTo("UnknownOperation");
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{'id': ''}", "{'id': null}", "{'id': '..'}", "{'id': '.'}"})
  void shouldRefuseParametersThatChangeThePath(String params) {
    HandlerException failure =
        failure("{'target': 'payments', 'operation': 'find', 'params': %s}".formatted(params));

    assertThat(failure.error()).isEqualTo("ConfigInvalid");
    assertThat(server.connections()).isZero();
  }

  private HandlerException failure(String config) {
    return catchThrowableOfType(HandlerException.class, () -> fixture.call("CALL", config));
  }
}
