package dev.pawl.chaos.scenario;

import dev.pawl.chaos.check.ExcusedFault;
import dev.pawl.chaos.check.InvariantViolation;
import dev.pawl.chaos.client.Api;
import dev.pawl.chaos.cluster.ServerCluster;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Events that are published several times on all servers while servers are killed, and changes of
 * bindings and pauses while a server is frozen.
 */
final class HttpEvents {

  private static final String TYPE = "chaos.created";
  private static final String PAUSED = "tenant-paused";
  private static final List<String> FLOWS = List.of("bound-one", "bound-two");
  private static final int MAX_COPIES = 5;
  private static final int EVENTS_PER_BATCH = 5;
  private static final int MAX_TRIES = 100;
  private static final int PAGE = 100;
  private static final Duration RETRY_INTERVAL = Duration.ofMillis(100);

  private static final String PASS =
      "{\"StartAt\": \"Done\", \"States\": {\"Done\": {\"Type\": \"Pass\", \"End\": true}}}";

  private static final String AGE =
      """
      update pawl.idempotency_key set at = at - interval '1 day';
      update pawl.broadcast set at = at - interval '1 day'
      """;

  private HttpEvents() {}

  static String publish(
      ServerCluster cluster, ScenarioContext context, List<InvariantViolation> found)
      throws Exception {
    for (String flow : FLOWS) {
      ServerCluster.deploy(cluster.api(0), flow, PASS);
      bind(cluster, flow);
    }
    EventLoad load = new EventLoad(cluster, context.random());
    int kills = context.choose(2, 12);
    Thread sending = Thread.ofVirtual().start(load::run);
    for (int i = 0; i < kills; i++) {
      Thread.sleep(context.seconds(1, 5));
      int victim = i % cluster.size();
      cluster.server(victim).process().kill();
      cluster.start(victim);
    }
    load.isOver = true;
    sending.join();
    int events = load.events;
    publishAll(cluster, events);
    // Repetitions must be recognized without what was kept for a short time.
    cluster.execute(AGE);
    publishAll(cluster, events);
    checkStarts(cluster, events, found);
    int refused = pause(cluster, found);
    remove(cluster, found);
    return "%d events up to %d times, %d kills, %d answers lost, %d refused in a pause"
        .formatted(events, MAX_COPIES, kills, load.lost.get(), refused);
  }

  private static String bind(ServerCluster cluster, String flow) throws Exception {
    return cluster
        .api(0)
        .post(
            "/api/bindings",
            JsonObject.of("event", Json.of(TYPE)).with("flow", Json.of(flow)),
            Optional.empty())
        .well()
        .text("id");
  }

  /** Publishes events, each one to five times at once; answers are lost when a server dies. */
  private static final class EventLoad {
    private final ServerCluster cluster;
    private final Random random;
    private final AtomicInteger lost = new AtomicInteger();
    private volatile boolean isOver;
    private volatile int events;

    EventLoad(ServerCluster cluster, Random random) {
      this.cluster = cluster;
      this.random = random;
    }

    void run() {
      int published = 0;
      try {
        while (!isOver) {
          List<Thread> senders = new ArrayList<>();
          for (int i = 0; i < EVENTS_PER_BATCH; i++) {
            String id = "ev-" + published++;
            for (int copies = 1 + random.nextInt(MAX_COPIES); copies > 0; copies--) {
              int server = random.nextInt(cluster.size());
              senders.add(Thread.ofVirtual().start(() -> sendOnce(server, id)));
            }
          }
          for (Thread sender : senders) {
            sender.join();
          }
          Thread.sleep(RETRY_INTERVAL);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      events = published;
    }

    private void sendOnce(int server, String id) {
      try {
        send(cluster, server, id);
      } catch (IOException e) {
        lost.incrementAndGet();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static Api.ApiAnswer send(ServerCluster cluster, int server, String id)
      throws IOException, InterruptedException {
    return cluster
        .api(server)
        .post(
            "/api/events",
            JsonObject.of("type", Json.of(TYPE))
                .with("id", Json.of(id))
                .with("aggregateId", Json.of(id)),
            Optional.empty());
  }

  /** Publishes every event until a server accepts it. */
  private static void publishAll(ServerCluster cluster, int events) throws Exception {
    for (int event = 0; event < events; event++) {
      publishSurely(cluster, event, "ev-" + event);
    }
  }

  private static void publishSurely(ServerCluster cluster, int first, String id) throws Exception {
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      try {
        if (send(cluster, (first + tries) % cluster.size(), id).isGood()) {
          return;
        }
      } catch (IOException e) {
        // The next server.
      }
      Thread.sleep(RETRY_INTERVAL);
    }
    throw new IOException("no server accepts the event " + id);
  }

  /** Each event must have started each flow once. */
  private static void checkStarts(ServerCluster cluster, int events, List<InvariantViolation> found)
      throws Exception {
    for (String flow : FLOWS) {
      Map<String, Integer> starts = startsByKey(cluster, flow);
      for (int event = 0; event < events; event++) {
        int started = starts.getOrDefault("ev-" + event, 0);
        if (started != 1) {
          found.add(
              new InvariantViolation(
                  "I6", "ev-" + event, "started '%s' %d times".formatted(flow, started)));
        }
      }
    }
  }

  private static Map<String, Integer> startsByKey(ServerCluster cluster, String flow)
      throws IOException, InterruptedException {
    Map<String, Integer> starts = new TreeMap<>();
    String after = "";
    while (true) {
      Api.ApiAnswer page =
          cluster
              .api(0)
              .get(
                  "/api/flows/executions?flow=%s&limit=%d%s"
                      .formatted(flow, PAGE, after.isEmpty() ? "" : "&after=" + after))
              .well();
      List<Json> items = page.items();
      for (Json one : items) {
        one.get("businessKey").ifPresent(key -> starts.merge(key.asText(), 1, Integer::sum));
      }
      after = page.text("next");
      if (after.isEmpty()) {
        return starts;
      }
    }
  }

  /** Pauses the tenant while the last server is frozen: no server may start anything after it. */
  private static int pause(ServerCluster cluster, List<InvariantViolation> found) throws Exception {
    long begun = System.nanoTime();
    whileFrozen(
        cluster,
        () ->
            cluster
                .api(0)
                .post(
                    "/api/admin/flows/pause-all",
                    JsonObject.of("reason", Json.of("chaos")),
                    Optional.empty())
                .well());
    int refused = 0;
    for (int i = 0; i < cluster.size() * 10; i++) {
      Api.ApiAnswer answer = send(cluster, cluster.size() - 1 - i % cluster.size(), "paused-" + i);
      if (answer.isGood()) {
        found.add(
            new InvariantViolation(
                "I1", "paused-" + i, "was accepted after the tenant was paused"));
      }
      refused += answer.text("code").equals(PAUSED) ? 1 : 0;
    }
    checkNone(cluster, "paused-", found);
    cluster.api(1).post("/api/admin/flows/resume-all", JsonObject.EMPTY, Optional.empty()).well();
    cluster.excuse(
        ExcusedFault.since(
            begun, cluster.names(), PAUSED, ExcusedFault.UNAVAILABLE, ExcusedFault.OVERLOADED));
    publishSurely(cluster, 0, "resumed");
    return refused;
  }

  /** Removes all bindings while the last server is frozen. */
  private static void remove(ServerCluster cluster, List<InvariantViolation> found)
      throws Exception {
    List<Json> bindings = cluster.api(0).get("/api/bindings?event=" + TYPE).well().items();
    long begun = System.nanoTime();
    whileFrozen(
        cluster,
        () -> {
          for (Json binding : bindings) {
            cluster
                .api(0)
                .call(
                    "DELETE",
                    "/api/bindings/" + binding.get("id").orElseThrow().asText(),
                    BodyPublishers.noBody(),
                    Optional.empty())
                .well();
          }
        });
    for (int i = 0; i < cluster.size() * 10; i++) {
      publishSurely(cluster, cluster.size() - 1 - i % cluster.size(), "removed-" + i);
    }
    cluster.excuse(
        ExcusedFault.since(
            begun,
            Set.of(cluster.server(cluster.size() - 1).name()),
            ExcusedFault.UNAVAILABLE,
            ExcusedFault.OVERLOADED));
    checkNone(cluster, "removed-", found);
  }

  private interface Change {
    void run() throws Exception;
  }

  /** Applies a change while the last server is frozen, so that it knows nothing of it. */
  private static void whileFrozen(ServerCluster cluster, Change change) throws Exception {
    cluster.server(cluster.size() - 1).process().freeze();
    try {
      change.run();
    } finally {
      cluster.server(cluster.size() - 1).process().thaw();
    }
  }

  private static void checkNone(
      ServerCluster cluster, String prefix, List<InvariantViolation> found) throws Exception {
    for (String flow : FLOWS) {
      long started =
          startsByKey(cluster, flow).keySet().stream()
              .filter(key -> key.startsWith(prefix))
              .count();
      if (started > 0) {
        found.add(
            new InvariantViolation(
                "I1", prefix + "*", "started '%s' %d times".formatted(flow, started)));
      }
    }
  }
}
