package dev.pawl.chaos.scenario;

import dev.pawl.chaos.check.Violation;
import dev.pawl.chaos.client.Api;
import dev.pawl.chaos.cluster.ServerCluster;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Callers who send too much, and too often. */
final class HttpLimits {

  private static final String KEEP =
      "{\"StartAt\": \"Keep\", \"States\": {\"Keep\": {\"Type\": \"Pass\", \"End\": true}}}";
  private static final String HUGE =
      """
      {"StartAt": "Huge", "States": {
        "Huge": {"Type": "Task", "Resource": "huge", "End": true,
          "Catch": [{"ErrorEquals": ["States.ALL"], "Next": "Caught"}]},
        "Caught": {"Type": "Pass", "Result": "caught", "End": true}}}
      """;
  private static final int TOO_LARGE = 413;
  private static final int TOO_MANY = 429;
  private static final int FLOODERS = 4;

  private HttpLimits() {}

  static String payloads(ServerCluster cluster, Arena arena, List<Violation> found)
      throws Exception {
    ServerCluster.deploy(cluster.api(0), "keep", KEEP);
    ServerCluster.deploy(cluster.api(0), "huge", HUGE);
    expect(start(cluster, text(256_000)), 202, "256 KB", found);
    expect(start(cluster, text(1_000_000)), TOO_LARGE, "1 MB", found);
    expect(start(cluster, text(50_000_000)), TOO_LARGE, "50 MB", found);
    byte[] bytes = body(50_000_000).getBytes(StandardCharsets.UTF_8);
    expect(
        start(cluster, BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(bytes))),
        TOO_LARGE,
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
      found.add(new Violation("I8", "a result of 20 MB", "was not caught: " + ended));
    }
    return "";
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

  private static void expect(int status, int wanted, String what, List<Violation> found) {
    if (status != wanted) {
      found.add(
          new Violation("I8", what, "was answered with %d, not %d".formatted(status, wanted)));
    }
  }

  private static Api.Answer ended(Api api, String id) throws IOException, InterruptedException {
    Api.Answer answer = api.get("/api/flows/executions/" + id + "?wait=8").well();
    for (int tries = 0; tries < 5 && answer.text("endedAt").isEmpty(); tries++) {
      answer = api.get("/api/flows/executions/" + id + "?wait=8").well();
    }
    return answer;
  }

  /** What one tenant was told. */
  private static final class Told {
    private final Queue<String> accepted = new ConcurrentLinkedQueue<>();
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicInteger other = new AtomicInteger();

    void start(Api api) throws IOException, InterruptedException {
      Api.Answer answer = api.post("/api/flows/keep/execute", JsonObject.EMPTY, Optional.empty());
      if (answer.isGood()) {
        accepted.add(answer.text("id"));
      } else if (answer.status() == TOO_MANY) {
        refused.incrementAndGet();
      } else {
        other.incrementAndGet();
      }
    }
  }

  static String flood(ServerCluster cluster, Arena arena, List<Violation> found) throws Exception {
    String loud = tenant(cluster, "loud");
    String quiet = tenant(cluster, "quiet");
    Json limits = JsonObject.of("startsPerSecond", JsonNumber.of(20));
    cluster.api(0).put("/api/tenants/loud/limits", limits).well();
    Told toLoud = new Told();
    Told toQuiet = new Told();
    List<Thread> flood = new ArrayList<>();
    long longest = 0;
    try {
      for (int i = 0; i < FLOODERS; i++) {
        Api api = cluster.api(i % cluster.size()).as(loud);
        flood.add(NodeScenarios.repeat(Duration.ofMillis(1), () -> toLoud.start(api)));
      }
      for (int i = 0; i < arena.choose(15, 150); i++) {
        long begun = System.nanoTime();
        toQuiet.start(cluster.api(i % cluster.size()).as(quiet));
        longest = Math.max(longest, Duration.ofNanos(System.nanoTime() - begun).toMillis());
        Thread.sleep(200);
      }
    } finally {
      for (Thread thread : flood) {
        NodeScenarios.end(thread);
      }
    }
    if (toLoud.refused.get() == 0) {
      found.add(new Violation("I7", "the flood", "was never refused"));
    }
    if (toQuiet.refused.get() > 0 || toQuiet.accepted.size() < toQuiet.other.get()) {
      found.add(
          new Violation(
              "I7",
              "the quiet tenant",
              "was refused %d times, and %d requests failed"
                  .formatted(toQuiet.refused.get(), toQuiet.other.get())));
    }
    end(cluster.api(0).as(loud), toLoud, found);
    end(cluster.api(1).as(quiet), toQuiet, found);
    return "the loud tenant %d accepted and %d refused, the quiet one %d accepted within %d ms"
        .formatted(toLoud.accepted.size(), toLoud.refused.get(), toQuiet.accepted.size(), longest);
  }

  private static String tenant(ServerCluster cluster, String code) throws Exception {
    Json body = JsonObject.of("code", Json.of(code));
    String key = cluster.api(0).post("/api/tenants", body, Optional.empty()).well().text("key");
    ServerCluster.deploy(cluster.api(0).as(key), "keep", KEEP);
    return key;
  }

  private static void end(Api api, Told told, List<Violation> found) throws Exception {
    for (String id : told.accepted) {
      String status = ended(api, id).text("status");
      if (!status.equals("SUCCEEDED")) {
        found.add(new Violation("I2", id, "was accepted and is " + status));
      }
    }
  }
}
