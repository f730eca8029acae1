package dev.pawl.chaos.scenario;

import dev.pawl.chaos.check.Excuse;
import dev.pawl.chaos.check.Violation;
import dev.pawl.chaos.cluster.ServerCluster;
import dev.pawl.chaos.program.Program;
import dev.pawl.chaos.program.Programs;
import dev.pawl.chaos.proxy.Weather;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** Servers and databases that die, freeze, stop and lose answers, under a load over HTTP. */
final class HttpFaults {

  /** What a stop may take by its own promise: calls of handlers have five seconds to end. */
  static final Duration STOPS_WITHIN = Duration.ofSeconds(10);

  private static final Program FIVE = Programs.five();

  private HttpFaults() {}

  private static Thread load(ServerCluster cluster, Arena arena) {
    return NodeScenarios.repeat(
        Duration.ofMillis(arena.choose(100, 20)), () -> cluster.crowd().begin(FIVE));
  }

  /** Of a fault that is over: nothing was read or written, and much has piled up. */
  private static void excuse(ServerCluster cluster, long begun, Set<String> servers) {
    cluster.excuse(Excuse.since(begun, servers, Excuse.UNAVAILABLE, Excuse.OVERLOADED));
  }

  static String kill(ServerCluster cluster, Arena arena, List<Violation> found) throws Exception {
    Random random = arena.random();
    int kills = arena.choose(1, 6);
    Thread load = load(cluster, arena);
    try {
      for (int i = 0; i < kills; i++) {
        Thread.sleep(arena.seconds(2, 7));
        int victim = random.nextInt(cluster.size());
        cluster.server(victim).process().kill();
        Thread.sleep(arena.seconds(1, 3));
        cluster.start(victim);
      }
      cluster.look();
    } finally {
      NodeScenarios.end(load);
    }
    return kills + " kills";
  }

  static String killDatabase(ServerCluster cluster, Arena arena, List<Violation> found)
      throws Exception {
    Random random = arena.random();
    int kills = arena.choose(1, 20);
    Thread load = load(cluster, arena);
    try {
      for (int i = 0; i < kills; i++) {
        Thread.sleep(arena.choose(2_000, 5_000 + random.nextInt(35_000)));
        long begun = System.nanoTime();
        arena.server().kill();
        Thread.sleep(arena.seconds(1, 2));
        arena.server().awaitBack();
        excuse(cluster, begun, cluster.names());
      }
      Thread.sleep(Duration.ofSeconds(1));
    } finally {
      NodeScenarios.end(load);
    }
    return kills + " kills of the database";
  }

  static String loseAnswers(ServerCluster cluster, Arena arena, List<Violation> found)
      throws Exception {
    int before = cluster.proxy().cuts();
    long begun = System.nanoTime();
    cluster.proxy().weather(new Weather.LosingAnswers(0.05, Weather.Loss.ANY));
    try {
      cluster.crowd().load(() -> FIVE, arena.choose(10, 50), arena.seconds(4, 60));
    } finally {
      cluster.proxy().weather(Weather.Fair.FAIR);
    }
    // Nobody knows what became of a write whose connection was cut.
    excuse(cluster, begun, cluster.names());
    return (cluster.proxy().cuts() - before) + " cuts";
  }

  static String freeze(ServerCluster cluster, Arena arena, List<Violation> found) throws Exception {
    int rounds = arena.choose(1, 3);
    int moved = 0;
    Thread load = load(cluster, arena);
    try {
      for (int round = 0; round < rounds; round++) {
        int zombie = round % cluster.size();
        Thread.sleep(arena.seconds(2, 7));
        long begun = System.nanoTime();
        cluster.server(zombie).process().freeze();
        try {
          Thread.sleep(Arena.LEASE);
          int before = cluster.ledger().effects().size();
          Thread.sleep(Arena.LEASE.multipliedBy(2));
          moved += cluster.ledger().effects().size() - before;
        } finally {
          cluster.server(zombie).process().thaw();
        }
        // It finds that requests have waited too long for a connection.
        excuse(cluster, begun, Set.of(cluster.server(zombie).name()));
      }
    } finally {
      NodeScenarios.end(load);
    }
    if (moved == 0) {
      found.add(new Violation("I9", "the others", "did nothing while a server was frozen"));
    }
    return "frozen %d times, %d effects by others meanwhile".formatted(rounds, moved);
  }

  static String roll(ServerCluster cluster, Arena arena, List<Violation> found) throws Exception {
    long longest = 0;
    Thread load = load(cluster, arena);
    try {
      for (int i = 0; i < cluster.size(); i++) {
        Thread.sleep(arena.seconds(1, 5));
        long begun = System.nanoTime();
        if (!cluster.server(i).process().stop(STOPS_WITHIN)) {
          found.add(
              new Violation(
                  "I9",
                  cluster.server(i).name(),
                  "did not stop within %d s".formatted(STOPS_WITHIN.toSeconds())));
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
