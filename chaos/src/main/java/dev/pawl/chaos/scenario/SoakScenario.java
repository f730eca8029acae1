package dev.pawl.chaos.scenario;

import dev.pawl.chaos.cluster.NodeCluster;
import dev.pawl.chaos.node.NodeHandle;
import dev.pawl.chaos.program.Program;
import dev.pawl.chaos.program.RandomProgram;
import dev.pawl.chaos.proxy.ProxyFault;
import dev.pawl.chaos.proxy.ProxyFault.CutPoint;
import dev.pawl.chaos.proxy.ProxyFault.NoFault;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Long runs of random flows, with and without faults. */
final class SoakScenario {

  private static final int PROGRAMS = 30;

  private SoakScenario() {}

  /** Runs without faults: every effect must happen exactly once. */
  static ScenarioReport fair(ScenarioContext context) throws Exception {
    Program[] programs = programs(context);
    Random random = context.random();
    try (NodeCluster cluster = context.calmCluster(2, programs)) {
      cluster
          .crowd()
          .load(
              () -> programs[random.nextInt(programs.length)],
              context.choose(10, 30),
              context.seconds(6, 60));
      return context.judge(cluster);
    }
  }

  /** Runs with one fault after the other. */
  static ScenarioReport badNetwork(ScenarioContext context) throws Exception {
    Program[] programs = programs(context);
    Random random = context.random();
    try (NodeCluster cluster = context.cluster(3, programs)) {
      Thread nemesis =
          NodeScenarios.repeat(
              context.seconds(2, 5), () -> strike(context, cluster, random.nextInt(6), random));
      try {
        cluster
            .crowd()
            .load(
                () -> programs[random.nextInt(programs.length)],
                context.choose(10, 30),
                context.choose(Duration.ofSeconds(20), context.soak()));
      } finally {
        NodeScenarios.end(nemesis);
      }
      cluster.proxy().weather(NoFault.FAIR);
      for (NodeHandle node : cluster.nodes()) {
        node.thaw();
      }
      return context.judge(cluster, Duration.ofSeconds(90));
    }
  }

  private static Program[] programs(ScenarioContext context) {
    return IntStream.range(0, PROGRAMS)
        .mapToObj(i -> RandomProgram.of("random-" + i, context.seed() * PROGRAMS + i))
        .toArray(Program[]::new);
  }

  private static void strike(ScenarioContext context, NodeCluster cluster, int kind, Random random)
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
        Thread.sleep(ScenarioContext.LEASE.multipliedBy(2));
        node.thaw();
      }
      case 2 -> {
        context.server().kill();
        context.server().awaitBack();
      }
      case 3 -> storm(cluster, new ProxyFault.CutStatements(0.1, CutPoint.ANY), 5);
      case 4 -> storm(cluster, ProxyFault.BlackHole.BLACK_HOLE, 6);
      default -> {
        node.stop(Duration.ofSeconds(20));
        node.kill();
        cluster.add();
      }
    }
  }

  private static void storm(NodeCluster cluster, ProxyFault weather, int seconds)
      throws InterruptedException {
    cluster.proxy().weather(weather);
    try {
      Thread.sleep(Duration.ofSeconds(seconds));
    } finally {
      cluster.proxy().weather(NoFault.FAIR);
    }
  }
}
