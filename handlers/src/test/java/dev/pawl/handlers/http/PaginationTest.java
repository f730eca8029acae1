package dev.pawl.handlers.http;

import static dev.pawl.handlers.testing.LoopbackServer.json;
import static dev.pawl.handlers.testing.LoopbackServer.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.pawl.handlers.testing.CallFixture;
import dev.pawl.handlers.testing.LoopbackServer;
import dev.pawl.handlers.testing.LoopbackServer.Received;
import dev.pawl.handlers.testing.LoopbackServer.Script;
import dev.pawl.handlers.testing.TestNetwork;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PaginationTest {

  private final TestNetwork network = new TestNetwork().name("api.example", TestNetwork.PUBLIC);
  private final List<LoopbackServer> servers = new ArrayList<>();

  @AfterEach
  void stopServers() {
    servers.forEach(LoopbackServer::close);
  }

  @Test
  void shouldCollectPagesByLinkHeader() throws Exception {
    LoopbackServer server =
        start(
            (request, out) -> {
              int page = request.target().contains("page=2") ? 2 : 1;
              write(
                  out,
                  "200 OK",
                  "Content-Type: application/json\r\n"
                      + (page == 1 ? "Link: </list?page=2>; rel=\"next\"\r\n" : ""),
                  page == 1 ? "[1, 2]" : "[3]");
            });

    Json result =
        fixture(server)
            .call("HTTP_CALLOUT", "{'url': '%s/list', 'pagination': {}}".formatted(url(server)));

    assertThat(result.get("body")).contains(Json.parse("[1, 2, 3]"));
    assertThat(result.get("pages")).contains(Json.of(2));
    assertThat(result.get("more")).contains(Json.of(false));
    assertThat(server.requests())
        .extracting(request -> request.headers().get("idempotency-key"))
        .containsExactly(CallFixture.KEY, CallFixture.KEY + "-2");
  }

  @Test
  void shouldCollectPagesByCursorUpToTheMaximum() throws Exception {
    LoopbackServer server = start(json("200 OK", "{\"items\": [1], \"cursor\": \"c d\"}"));

    Json result =
        fixture(server)
            .call(
                "HTTP_CALLOUT",
                """
                {'url': '%s/list?size=1', 'pagination': {'next': '$.cursor', 'parameter': 'after',
                 'items': '$.items', 'maxPages': 3}}
                """
                    .formatted(url(server)));

    assertThat(result.get("body")).contains(Json.parse("[1, 1, 1]"));
    assertThat(result.get("more")).contains(Json.of(true));
    assertThat(server.requests())
        .extracting(Received::target)
        .containsExactly("/list?size=1", "/list?size=1&after=c%20d", "/list?size=1&after=c%20d");
  }

  @Test
  void shouldNotFollowPagesToAnotherHost() throws Exception {
    LoopbackServer server =
        start(json("200 OK", "{\"next\": \"http://inner.example/steal\", \"items\": []}"));

    HandlerException failure =
        failure(
            fixture(server),
            "{'url': '%s', 'pagination': {'next': '$.next', 'items': '$.items'}}"
                .formatted(url(server)));

    assertThat(failure.error()).isEqualTo("EgressDenied");
  }

  private LoopbackServer start(Script script) throws Exception {
    LoopbackServer server = LoopbackServer.start(TestNetwork.PUBLIC, script);
    servers.add(server);
    return server;
  }

  private CallFixture fixture(LoopbackServer... reachable) {
    return new CallFixture(network.policy(reachable));
  }

  private static String url(LoopbackServer server) {
    return "http://api.example:" + server.port();
  }

  private static HandlerException failure(CallFixture fixture, String config) {
    return catchThrowableOfType(HandlerException.class, () -> fixture.call("HTTP_CALLOUT", config));
  }
}
