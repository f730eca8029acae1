package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.testkit.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The demonstration: its flows, its executions, and a restart. */
@Timeout(180)
class DemoTest {

  private static final String LIST = "/api/flows/executions?limit=1";

  private static Api admin(PawlServer server, Path data) throws Exception {
    String key = Files.readString(data.resolve(FirstKey.FILE)).strip();
    return new Api(server.address(), Optional.of(key));
  }

  private static List<Json> items(Api api, String path) throws Exception {
    Json answer = api.get(path).body();
    return ((JsonArray) answer.get("items").orElseThrow()).elements();
  }

  private static void awaitOne(Api api, String query) {
    Await.until("an execution with " + query, () -> !items(api, LIST + query).isEmpty());
  }

  @Test
  void shouldProduceExecutionsOfEveryKindAndSurviveARestart(@TempDir Path data) throws Exception {
    ServerSettings settings = TestSettings.in(data).withDemo();
    int flows;

    try (PawlServer server = PawlServer.start(settings)) {
      server.startDemo(data.resolve(FirstKey.FILE));
      Api api = admin(server, data);
      awaitOne(api, "&flow=order-checkout&status=SUCCEEDED");
      awaitOne(api, "&flow=order-checkout&status=FAILED&error=Card.Declined");
      awaitOne(api, "&flow=claim-intake&status=WAITING");
      awaitOne(api, "&flow=fraud-screening&parent=any");
      awaitOne(api, "&flow=payment-notice");
      awaitOne(api, "&flow=supplier-feed&status=PENDING");
      awaitOne(api, "&flow=customer-onboarding&status=PAUSED");
      awaitOne(api, "&flow=order-checkout&test=true");
      assertThat(items(api, "/api/rejected"))
          .extracting(rejected -> rejected.get("reason").orElseThrow().asText())
          .contains("MAPPING_ERROR", "NO_VERSION");
      assertThat(items(api, "/api/connections")).hasSize(2);
      flows = items(api, "/api/flows").size();
      assertThat(flows).isEqualTo(14);
    }

    try (PawlServer again = PawlServer.start(settings)) {
      again.startDemo(data.resolve(FirstKey.FILE));
      Api api = admin(again, data);

      assertThat(items(api, "/api/flows")).hasSize(flows);
      assertThat(items(api, "/api/flows/order-checkout/versions")).hasSize(7);
      assertThat(items(api, "/api/bindings")).hasSize(5);
    }
  }

  @Test
  void shouldRefuseToListenToOtherMachines(@TempDir Path data) {
    ServerSettings open = ServerSettings.in(data).behindProxy("0.0.0.0");

    assertThatThrownBy(open::withDemo)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("leave out --demo");
  }
}
