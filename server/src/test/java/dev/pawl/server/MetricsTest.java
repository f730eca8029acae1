package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetricsTest {

  @TempDir private static Path data;
  private static PawlServer server;
  private static Api admin;

  @BeforeAll
  static void start() throws Exception {
    server = PawlServer.start(ServerSettings.in(data).withPort(0));
    admin = new Api(server.address(), Optional.of(Files.readString(data.resolve("admin.key"))));
    admin.post(
        "/api/flows?publish=true",
        """
        {"code": "counted", "definition": {"StartAt": "A", "States": {
          "A": {"Type": "Task", "Resource": "echo", "Next": "B"}, "B": {"Type": "Succeed"}}}}\
        """);
    admin.post("/api/flows/counted/execute?wait=30", "{}");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void shouldServeMetricsOfExecutionsAndStoreInPrometheusFormat() throws Exception {
    String metrics = admin.text("/metrics");

    assertThat(metrics)
        .contains(
            "pawl_executions_ended_total{status=\"SUCCEEDED\"} 1.0\n",
            "pawl_steps_total{status=\"SUCCEEDED\"} 2.0\n",
            "pawl_execution_duration_seconds_count{flow=\"counted\",status=\"succeeded\"} 1\n",
            "# TYPE pawl_execution_duration_seconds histogram\n",
            "# TYPE pawl_node_lease_seconds gauge\n",
            "pawl_executions_runnable 0.0\n",
            "pawl_work_waiting 0.0\n",
            "pawl_database_up 1.0\n")
        .containsPattern("pawl_executions_started_total [1-9]")
        .containsPattern("pawl_commits_total [1-9]")
        .containsPattern("pawl_batch_duration_seconds_count [1-9]")
        .containsPattern(
            "pawl_handler_duration_seconds_count\\{outcome=\"succeeded\",resource=\"echo\"} 1")
        .containsPattern("pawl_node_lease_seconds\\{node=\"\\d+\"} [1-9]");
  }

  @Test
  void shouldServeMetricsOfRequestsAndProcess() throws Exception {
    new Api(server.address(), Optional.empty()).get("/api/some/where/else");

    String metrics = admin.text("/metrics");

    assertThat(metrics)
        .containsPattern(
            "http_server_requests_seconds_count\\{[^}]*method=\"POST\"[^}]*status=\"200\""
                + "[^}]*uri=\"/api/flows/\\{flow}/execute\"} 1")
        .containsPattern("jvm_memory_used_bytes\\{area=\"heap\"[^}]*} [1-9]")
        .contains("process_uptime_seconds ")
        .doesNotContain("/some/where/else");
  }

  @Test
  void shouldNeedAKey() throws Exception {
    assertThat(new Api(server.address(), Optional.empty()).get("/metrics").status()).isEqualTo(401);
  }
}
