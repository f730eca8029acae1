package dev.pawl.chaos.scenario;

import dev.pawl.chaos.check.InvariantViolation;
import dev.pawl.chaos.client.Api;
import dev.pawl.chaos.client.RequestHose;
import dev.pawl.chaos.cluster.ServerCluster;
import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A noisy tenant that starts far too many executions, beside a quiet one that must still be served.
 */
final class HttpFlood {

  private static final String START_PATH = "/api/flows/keep/execute";
  private static final int STATUS_TOO_MANY_REQUESTS = 429;

  /** The start rate limit of the noisy tenant on each server. */
  private static final int STARTS_PER_SECOND = 20;

  private static final int FLOODERS = 12;
  private static final Duration QUIET_REQUEST_INTERVAL = Duration.ofMillis(200);

  /** How many times longer the requests of the quiet tenant may take during the flood. */
  private static final int MAX_LATENCY_FACTOR = 3;

  private HttpFlood() {}

  /** Status codes that one tenant got. */
  private static final class StatusCounts {
    private final Queue<String> accepted = new ConcurrentLinkedQueue<>();
    private final AtomicInteger refused = new AtomicInteger();
    private final Queue<String> other = new ConcurrentLinkedQueue<>();

    void count(RequestHose.Reply reply) {
      if (reply.status() / 100 == 2) {
        accepted.add(JsonText.parse(reply.body()).get("id").map(Json::asText).orElse(""));
      } else if (reply.status() == STATUS_TOO_MANY_REQUESTS) {
        refused.incrementAndGet();
      } else {
        other.add(reply.toString());
      }
    }

    int all() {
      return accepted.size() + refused.get() + other.size();
    }
  }

  static String flood(
      ServerCluster cluster, ScenarioContext context, List<InvariantViolation> found)
      throws Exception {
    String loud = tenant(cluster, "loud");
    String quiet = tenant(cluster, "quiet");
    Json limits = JsonObject.of("startsPerSecond", JsonNumber.of(STARTS_PER_SECOND));
    cluster.api(0).put("/api/tenants/loud/limits", limits).well();
    StatusCounts toLoud = new StatusCounts();
    StatusCounts toQuiet = new StatusCounts();
    List<Long> alone = new ArrayList<>();
    List<Long> flooded = new ArrayList<>();
    Duration pace =
        Duration.ofSeconds(1).multipliedBy(FLOODERS).dividedBy(context.choose(500, 2_000));
    // Freshly started servers are slow for all requests, so the first rounds are not measured.
    int unmeasured = context.choose(0, 3);
    long poured = 0;
    // Alternating rounds, so that other load on the machine affects both.
    for (int round = 0; round < unmeasured + context.choose(1, 10); round++) {
      List<Long> before = ask(cluster, quiet, toQuiet, context.choose(15, 30));
      List<Thread> flood = new ArrayList<>();
      long begun = System.nanoTime();
      try {
        for (int i = 0; i < FLOODERS; i++) {
          int port = cluster.port(i % cluster.size());
          // Platform threads, so that the flood does not starve the virtual threads of the proxy.
          flood.add(Thread.ofPlatform().start(() -> sendRequests(port, loud, pace, toLoud)));
        }
        List<Long> within = ask(cluster, quiet, toQuiet, context.choose(15, 30));
        if (round >= unmeasured) {
          alone.addAll(before);
          flooded.addAll(within);
        }
      } finally {
        flood.forEach(Thread::interrupt);
        for (Thread thread : flood) {
          thread.join();
        }
      }
      poured += System.nanoTime() - begun;
    }
    Files.write(
        context.folder().resolve("flood.txt"),
        List.of("alone " + milliseconds(alone), "flooded " + milliseconds(flooded)));
    if (toLoud.refused.get() == 0) {
      found.add(new InvariantViolation("I7", "the flood", "was never refused"));
    }
    if (toQuiet.refused.get() > 0) {
      found.add(
          new InvariantViolation(
              "I7", "the quiet tenant", "was refused %d times".formatted(toQuiet.refused.get())));
    }
    toLoud.other.forEach(what -> found.add(new InvariantViolation("I8", "the noisy tenant", what)));
    toQuiet.other.forEach(
        what -> found.add(new InvariantViolation("I8", "the quiet tenant", what)));
    // The short form makes too few requests for a percentile.
    if (!context.brief() && slowest(flooded) > MAX_LATENCY_FACTOR * slowest(alone)) {
      found.add(
          new InvariantViolation(
              "I7",
              "the quiet tenant",
              "waited %.1f ms (p99) in the flood, and %.1f ms without it"
                  .formatted(slowest(flooded), slowest(alone))));
    }
    end(cluster.api(0).as(loud), toLoud, found);
    end(cluster.api(1).as(quiet), toQuiet, found);
    return "the loud tenant %.0f/s, %d accepted and %d refused, the quiet one %d accepted, p99 %.1f ms after %.1f ms"
        .formatted(
            toLoud.all() * 1e9 / poured,
            toLoud.accepted.size(),
            toLoud.refused.get(),
            toQuiet.accepted.size(),
            slowest(flooded),
            slowest(alone));
  }

  /** Returns the 99th percentile in milliseconds. */
  private static double slowest(List<Long> nanos) {
    List<Long> took = nanos.stream().sorted().toList();
    return took.get((took.size() * 99 - 1) / 100) / 1e6;
  }

  private static List<Long> milliseconds(List<Long> nanos) {
    return nanos.stream().map(TimeUnit.NANOSECONDS::toMillis).toList();
  }

  /** Sends requests and returns the duration of each in nanoseconds. */
  private static List<Long> ask(ServerCluster cluster, String key, StatusCounts counts, int times)
      throws IOException, InterruptedException {
    List<RequestHose> hoses = new ArrayList<>();
    List<Long> took = new ArrayList<>();
    try {
      for (int i = 0; i < cluster.size(); i++) {
        hoses.add(hose(cluster, key, i));
      }
      for (int i = 0; i < times; i++) {
        Thread.sleep(QUIET_REQUEST_INTERVAL);
        long begun = System.nanoTime();
        int server = i % hoses.size();
        if (hoses.get(server).isClosed()) {
          hoses.get(server).close();
          hoses.set(server, hose(cluster, key, server));
        }
        counts.count(hoses.get(server).send());
        took.add(System.nanoTime() - begun);
      }
    } finally {
      for (RequestHose hose : hoses) {
        hose.close();
      }
    }
    return took;
  }

  private static RequestHose hose(ServerCluster cluster, String key, int server)
      throws IOException {
    return new RequestHose(cluster.port(server), key, START_PATH, "{}");
  }

  private static void sendRequests(int port, String key, Duration pace, StatusCounts counts) {
    try (RequestHose hose = new RequestHose(port, key, START_PATH, "{}")) {
      long next = System.nanoTime();
      while (true) {
        next += pace.toNanos();
        TimeUnit.NANOSECONDS.sleep(Math.max(1, next - System.nanoTime()));
        counts.count(hose.send());
      }
    } catch (IOException cut) {
      if (!Thread.currentThread().isInterrupted()) {
        counts.other.add(cut.toString());
      }
    } catch (InterruptedException enough) {
      Thread.currentThread().interrupt();
    }
  }

  private static String tenant(ServerCluster cluster, String code) throws Exception {
    Json body = JsonObject.of("code", Json.of(code));
    String key = cluster.api(0).post("/api/tenants", body, Optional.empty()).well().text("key");
    ServerCluster.deploy(cluster.api(0).as(key), "keep", HttpLimits.ECHO_FLOW);
    return key;
  }

  private static void end(Api api, StatusCounts counts, List<InvariantViolation> found)
      throws Exception {
    for (String id : counts.accepted) {
      String status = HttpLimits.ended(api, id).text("status");
      if (!status.equals("SUCCEEDED")) {
        found.add(new InvariantViolation("I2", id, "was accepted and is " + status));
      }
    }
  }
}
