package dev.pawl.chaos.scenario;

import dev.pawl.chaos.check.InvariantViolation;
import dev.pawl.chaos.client.Api;
import dev.pawl.chaos.cluster.ServerCluster;
import dev.pawl.sdk.JsonObject;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Sends oversized payloads and more starts than limits allow. */
final class HttpLimits {

  static final String ECHO_FLOW =
      "{\"StartAt\": \"Keep\", \"States\": {\"Keep\": {\"Type\": \"Pass\", \"End\": true}}}";
  private static final String LARGE_RESULT_FLOW =
      """
      {"StartAt": "Huge", "States": {
        "Huge": {"Type": "Task", "Resource": "huge", "End": true,
          "Catch": [{"ErrorEquals": ["States.ALL"], "Next": "Caught"}]},
        "Caught": {"Type": "Pass", "Result": "caught", "End": true}}}
      """;
  private static final String LIMITED_FLOW =
      """
      {"StartAt": "Wait", "States": {
        "Wait": {"Type": "Wait", "Seconds": 2, "End": true}}}
      """;
  private static final int STATUS_TOO_LARGE = 413;
  private static final int PERMITS = 2;
  private static final int LIMITED_STARTS = 6;
  private static final Duration LIMITED_STARTS_TIMEOUT = Duration.ofMinutes(1);
  private static final Duration POLL_INTERVAL = Duration.ofMillis(100);

  private HttpLimits() {}

  static String payloads(
      ServerCluster cluster, ScenarioContext context, List<InvariantViolation> found)
      throws Exception {
    ServerCluster.deploy(cluster.api(0), "keep", ECHO_FLOW);
    ServerCluster.deploy(cluster.api(0), "huge", LARGE_RESULT_FLOW);
    expect(start(cluster, text(256_000)), 202, "256 KB", found);
    expect(start(cluster, text(1_000_000)), STATUS_TOO_LARGE, "1 MB", found);
    expect(start(cluster, text(50_000_000)), STATUS_TOO_LARGE, "50 MB", found);
    byte[] bytes = body(50_000_000).getBytes(StandardCharsets.UTF_8);
    expect(
        start(cluster, BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(bytes))),
        STATUS_TOO_LARGE,
        "50 MB of unknown length",
        found);
    String id =
        cluster
            .api(1)
            .post("/api/flows/huge/execute", JsonObject.EMPTY, Optional.empty())
            .well()
            .text("id");
    String ended = ended(cluster.api(2), id).body().toString();
    if (!ended.contains("\"caught\"")) {
      found.add(new InvariantViolation("I8", "a result of 20 MB", "was not caught: " + ended));
    }
    concurrent(cluster, found);
    return "";
  }

  /**
   * Checks that the number of unfinished executions never exceeds a limit, although each of them
   * parks.
   */
  private static void concurrent(ServerCluster cluster, List<InvariantViolation> found)
      throws Exception {
    ServerCluster.deploy(cluster.api(0), "narrow", LIMITED_FLOW);
    limit(cluster, "{\"flows\": {\"narrow\": {\"concurrent\": " + PERMITS + "}}}", found);
    for (int i = 0; i < LIMITED_STARTS; i++) {
      cluster.api(0).post("/api/flows/narrow/execute", JsonObject.EMPTY, Optional.empty()).well();
    }
    long deadline = System.nanoTime() + LIMITED_STARTS_TIMEOUT.toNanos();
    int ended = 0;
    while (ended < LIMITED_STARTS && System.nanoTime() < deadline) {
      String listed =
          cluster
              .api(1)
              .get("/api/flows/executions?flow=narrow&limit=100")
              .well()
              .body()
              .toString();
      ended = count(listed, "SUCCEEDED");
      int unfinished =
          count(listed, "RUNNING") + count(listed, "WAITING") + count(listed, "PAUSED");
      if (unfinished > PERMITS) {
        found.add(
            new InvariantViolation(
                "I8",
                "the limit of a flow",
                "%d executions are unfinished, not %d".formatted(unfinished, PERMITS)));
        break;
      }
      Thread.sleep(POLL_INTERVAL);
    }
    if (ended < LIMITED_STARTS && System.nanoTime() >= deadline) {
      found.add(
          new InvariantViolation(
              "I8",
              "the limit of a flow",
              "%d of %d executions ended in time".formatted(ended, LIMITED_STARTS)));
    }
    limit(cluster, "{}", found);
  }

  private static void limit(ServerCluster cluster, String limits, List<InvariantViolation> found)
      throws Exception {
    int status =
        cluster
            .api(0)
            .call(
                "PUT",
                "/api/tenants/default/limits",
                BodyPublishers.ofString(limits),
                Optional.empty())
            .status();
    expect(status, 200, "a limit", found);
  }

  private static int count(String listed, String status) {
    return listed.split("\"status\":\"" + status + "\"", -1).length - 1;
  }

  private static String body(int size) {
    return "{\"input\": {\"text\": \"" + "x".repeat(size) + "\"}}";
  }

  private static BodyPublisher text(int size) {
    return BodyPublishers.ofString(body(size));
  }

  private static int start(ServerCluster cluster, BodyPublisher body) throws Exception {
    return cluster.api(0).call("POST", "/api/flows/keep/execute", body, Optional.empty()).status();
  }

  private static void expect(int status, int wanted, String what, List<InvariantViolation> found) {
    if (status != wanted) {
      found.add(
          new InvariantViolation(
              "I8", what, "was answered with %d, not %d".formatted(status, wanted)));
    }
  }

  static Api.ApiAnswer ended(Api api, String id) throws IOException, InterruptedException {
    Api.ApiAnswer answer = api.get("/api/flows/executions/" + id + "?wait=8").well();
    for (int tries = 0; tries < 5 && answer.text("endedAt").isEmpty(); tries++) {
      answer = api.get("/api/flows/executions/" + id + "?wait=8").well();
    }
    return answer;
  }
}
