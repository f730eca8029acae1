package dev.pawl.chaos.scenario;

import dev.pawl.chaos.cluster.Cluster;
import dev.pawl.chaos.node.NodeHandle;
import dev.pawl.chaos.program.Program;
import dev.pawl.chaos.program.RandomProgram;
import dev.pawl.chaos.proxy.Weather;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Random flows, in fair weather and in any. */
final class SoakScenario {

  private static final int PROGRAMS = 30;

  private SoakScenario() {}

  /** Nothing goes wrong, so everything must be done exactly once. */
  static Report fair(Arena arena) throws Exception {
    Program[] programs = programs(arena);
    Random random = arena.random();
    try (Cluster cluster = arena.calmCluster(2, programs)) {
      cluster
          .crowd()
          .load(
              () -> programs[random.nextInt(programs.length)],
              arena.choose(10, 30),
              arena.seconds(6, 60));
      return arena.judge(cluster);
    }
  }

  /** One thing after the other goes wrong. */
  static Report foul(Arena arena) throws Exception {
    Program[] programs = programs(arena);
    Random random = arena.random();
    try (Cluster cluster = arena.cluster(3, programs)) {
      Thread nemesis =
          NodeScenarios.repeat(
              arena.seconds(2, 5), () -> strike(arena, cluster, random.nextInt(6), random));
      try {
        cluster
            .crowd()
            .load(
                () -> programs[random.nextInt(programs.length)],
                arena.choose(10, 30),
                arena.choose(Duration.ofSeconds(20), arena.soak()));
      } finally {
        NodeScenarios.end(nemesis);
      }
      cluster.proxy().weather(Weather.Fair.FAIR);
      for (NodeHandle node : cluster.nodes()) {
        node.thaw();
      }
      return arena.judge(cluster, Duration.ofSeconds(90));
    }
  }

  private static Program[] programs(Arena arena) {
    return IntStream.range(0, PROGRAMS)
        .mapToObj(i -> RandomProgram.of("random-" + i, arena.seed() * PROGRAMS + i))
        .toArray(Program[]::new);
  }

  private static void strike(Arena arena, Cluster cluster, int kind, Random random)
      throws Exception {
    List<NodeHandle> nodes = cluster.nodes();
    NodeHandle node = nodes.get(random.nextInt(nodes.size()));
    switch (kind) {
      case 0 -> {
        node.kill();
        cluster.add();
      }
      case 1 -> {
        node.freeze();
        Thread.sleep(Arena.LEASE.multipliedBy(2));
        node.thaw();
      }
      case 2 -> {
        arena.server().kill();
        arena.server().awaitBack();
      }
      case 3 -> storm(cluster, new Weather.LosingAnswers(0.1, Weather.Loss.ANY), 5);
      case 4 -> storm(cluster, Weather.BlackHole.BLACK_HOLE, 6);
      default -> {
        node.stop(Duration.ofSeconds(20));
        node.kill();
        cluster.add();
      }
    }
  }

  private static void storm(Cluster cluster, Weather weather, int seconds)
      throws InterruptedException {
    cluster.proxy().weather(weather);
    try {
      Thread.sleep(Duration.ofSeconds(seconds));
    } finally {
      cluster.proxy().weather(Weather.Fair.FAIR);
    }
  }
}
