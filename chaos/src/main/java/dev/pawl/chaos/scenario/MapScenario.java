package dev.pawl.chaos.scenario;

import dev.pawl.chaos.cluster.Cluster;
import dev.pawl.chaos.node.NodeHandle;
import dev.pawl.chaos.program.HardPrograms;
import dev.pawl.chaos.program.Program;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/** A Map over very many items, shared by nodes that die. */
final class MapScenario {

  private MapScenario() {}

  static Report items(Arena arena) throws Exception {
    Random random = arena.random();
    Program program = HardPrograms.items(arena.choose(1_000, 100_000));
    try (Cluster cluster = arena.cluster(2, program)) {
      cluster.crowd().begin(program);
      Thread nemesis =
          NodeScenarios.repeat(
              arena.seconds(2, 20),
              () -> {
                List<NodeHandle> nodes = cluster.nodes();
                nodes.get(random.nextInt(nodes.size())).kill();
                cluster.add();
              });
      try {
        Thread.sleep(arena.seconds(6, 120));
      } finally {
        NodeScenarios.end(nemesis);
      }
      return arena.judge(cluster, Duration.ofMinutes(15));
    }
  }
}
