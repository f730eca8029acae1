package dev.pawl.chaos.scenario;

import dev.pawl.chaos.cluster.NodeCluster;
import dev.pawl.chaos.node.NodeHandle;
import dev.pawl.chaos.program.HardPrograms;
import dev.pawl.chaos.program.Program;
import java.time.Duration;
import java.util.List;
import java.util.Random;

/** A Map over very many items on nodes that die. */
final class MapScenario {

  private MapScenario() {}

  static ScenarioReport items(ScenarioContext context) throws Exception {
    Random random = context.random();
    Program program = HardPrograms.items(context.choose(1_000, 100_000));
    try (NodeCluster cluster = context.cluster(2, program)) {
      cluster.crowd().begin(program);
      Thread nemesis =
          NodeScenarios.repeat(
              context.seconds(2, 20),
              () -> {
                List<NodeHandle> nodes = cluster.nodes();
                nodes.get(random.nextInt(nodes.size())).kill();
                cluster.add();
              });
      try {
        Thread.sleep(context.seconds(6, 120));
      } finally {
        NodeScenarios.end(nemesis);
      }
      return context.judge(cluster, Duration.ofMinutes(15));
    }
  }
}
