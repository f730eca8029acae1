package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.testkit.Await;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Start rates apply per node, so this server shares its database with no other. */
@Execution(ExecutionMode.CONCURRENT)
class BulkRateTest {

  private static final String FAILS =
      "{\"StartAt\": \"A\", \"States\": {\"A\": {\"Type\": \"Fail\", \"Error\": \"Oops\"}}}";

  static Api.Answer awaitEnd(Api api, String job) throws Exception {
    String path = "/api/jobs/" + job;
    Await.until("job " + job + " ends", () -> !api.get(path).text("status").equals("RUNNING"));
    return api.get(path);
  }

  @Test
  void shouldNotStartMoreThanTheTenantMay() throws Exception {
    try (OneServer.Running running = OneServer.Running.start()) {
      Api api = running.own("bulk");
      api.post(
          "/api/flows?publish=true", "{\"code\": \"slow\", \"definition\": %s}".formatted(FAILS));
      for (int i = 0; i < 6; i++) {
        assertThat(api.post("/api/flows/slow/execute", "{}").status()).isEqualTo(202);
      }
      Await.until(
          "all have failed",
          () ->
              api.get("/api/flows/executions?status=FAILED")
                      .body()
                      .toString()
                      .split("\"id\"", -1)
                      .length
                  == 7);
      running.admin().call("PUT", "/api/tenants/bulk/limits", "{\"startsPerSecond\": 2}");
      long began = System.nanoTime();

      Api.Answer job =
          api.post(
              "/api/flows/executions/bulk",
              "{\"action\": \"retry\", \"filter\": {\"flow\": \"slow\", \"status\": \"FAILED\"}}");

      assertThat(awaitEnd(api, job.text("id")).text("done")).isEqualTo("6");
      // The burst is two and the rate two per second, which bounds the time of the last start.
      assertThat(Duration.ofNanos(System.nanoTime() - began))
          .isGreaterThanOrEqualTo(Duration.ofSeconds(2));
    }
  }
}
