package dev.pawl.chaos.scenario;

import dev.pawl.chaos.check.ExcusedFault;
import dev.pawl.chaos.check.InvariantViolation;
import dev.pawl.chaos.cluster.ServerCluster;
import dev.pawl.chaos.program.Program;
import dev.pawl.chaos.program.Programs;
import dev.pawl.chaos.proxy.ProxyFault;
import dev.pawl.chaos.proxy.ProxyFault.CutPoint;
import dev.pawl.chaos.proxy.ProxyFault.NoFault;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Kills, freezes, stops and disconnects servers and the database under a load over HTTP. */
final class HttpFaults {

  private static final Duration EFFECT_POLL_INTERVAL = Duration.ofMillis(100);

  /** The promised maximum duration of a stop: running handlers have five seconds to finish. */
  static final Duration MAX_STOP_DURATION = Duration.ofSeconds(10);

  private static final Program FIVE = Programs.five();

  private HttpFaults() {}

  private static Thread load(ServerCluster cluster, ScenarioContext context) {
    return NodeScenarios.repeat(
        Duration.ofMillis(context.choose(100, 20)), () -> cluster.crowd().begin(FIVE));
  }

  /**
   * Registers the excuse for a fault that is over: the database was unreachable and requests piled
   * up.
   */
  private static void excuse(ServerCluster cluster, long begun, Set<String> servers) {
    cluster.excuse(
        ExcusedFault.since(begun, servers, ExcusedFault.UNAVAILABLE, ExcusedFault.OVERLOADED));
  }

  static String kill(ServerCluster cluster, ScenarioContext context, List<InvariantViolation> found)
      throws Exception {
    Random random = context.random();
    int kills = context.choose(1, 6);
    Thread load = load(cluster, context);
    try {
      for (int i = 0; i < kills; i++) {
        Thread.sleep(context.seconds(2, 7));
        int victim = random.nextInt(cluster.size());
        cluster.server(victim).process().kill();
        Thread.sleep(context.seconds(1, 3));
        cluster.start(victim);
      }
      cluster.checkServers();
    } finally {
      NodeScenarios.end(load);
    }
    return kills + " kills";
  }

  static String killDatabase(
      ServerCluster cluster, ScenarioContext context, List<InvariantViolation> found)
      throws Exception {
    Random random = context.random();
    int kills = context.choose(1, 20);
    Thread load = load(cluster, context);
    try {
      for (int i = 0; i < kills; i++) {
        Thread.sleep(context.choose(2_000, 5_000 + random.nextInt(35_000)));
        long begun = System.nanoTime();
        context.server().kill();
        Thread.sleep(context.seconds(1, 2));
        context.server().awaitBack();
        excuse(cluster, begun, cluster.names());
      }
      Thread.sleep(Duration.ofSeconds(1));
    } finally {
      NodeScenarios.end(load);
    }
    return kills + " kills of the database";
  }

  static String loseAnswers(
      ServerCluster cluster, ScenarioContext context, List<InvariantViolation> found)
      throws Exception {
    int before = cluster.proxy().cuts();
    long begun = System.nanoTime();
    cluster.proxy().weather(new ProxyFault.CutStatements(0.05, CutPoint.ANY));
    try {
      cluster.crowd().load(() -> FIVE, context.choose(10, 50), context.seconds(4, 60));
    } finally {
      cluster.proxy().weather(NoFault.FAIR);
    }
    // The outcome of a write whose connection was cut is unknown.
    excuse(cluster, begun, cluster.names());
    return (cluster.proxy().cuts() - before) + " cuts";
  }

  static String freeze(
      ServerCluster cluster, ScenarioContext context, List<InvariantViolation> found)
      throws Exception {
    int rounds = context.choose(1, 3);
    int moved = 0;
    Thread load = load(cluster, context);
    try {
      for (int round = 0; round < rounds; round++) {
        int zombie = round % cluster.size();
        Thread.sleep(context.seconds(2, 7));
        long begun = System.nanoTime();
        cluster.server(zombie).process().freeze();
        try {
          Thread.sleep(ScenarioContext.LEASE);
          int before = cluster.ledger().effects().size();
          Thread.sleep(ScenarioContext.LEASE.multipliedBy(2));
          // Polls of all workers may hang at the frozen server until their clients give up.
          long deadline = System.nanoTime() + ScenarioContext.MAX_PROGRESS_GAP.toNanos();
          while (cluster.ledger().effects().size() == before && System.nanoTime() < deadline) {
            Thread.sleep(EFFECT_POLL_INTERVAL);
          }
          moved += cluster.ledger().effects().size() - before;
        } finally {
          cluster.server(zombie).process().thaw();
        }
        // Its requests have waited too long for a connection.
        excuse(cluster, begun, Set.of(cluster.server(zombie).name()));
      }
    } finally {
      NodeScenarios.end(load);
    }
    if (moved == 0) {
      found.add(
          new InvariantViolation("I9", "the others", "did nothing while a server was frozen"));
    }
    return "frozen %d times, %d effects by others meanwhile".formatted(rounds, moved);
  }

  static String roll(ServerCluster cluster, ScenarioContext context, List<InvariantViolation> found)
      throws Exception {
    long longest = 0;
    Thread load = load(cluster, context);
    try {
      for (int i = 0; i < cluster.size(); i++) {
        Thread.sleep(context.seconds(1, 5));
        long begun = System.nanoTime();
        if (!cluster.server(i).process().stop(MAX_STOP_DURATION)) {
          found.add(
              new InvariantViolation(
                  "I9",
                  cluster.server(i).name(),
                  "did not stop within %d s".formatted(MAX_STOP_DURATION.toSeconds())));
          cluster.server(i).process().kill();
        }
        longest = Math.max(longest, Duration.ofNanos(System.nanoTime() - begun).toMillis());
        cluster.start(i);
      }
    } finally {
      NodeScenarios.end(load);
    }
    return "stopped within %d ms".formatted(longest);
  }
}
