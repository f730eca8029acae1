package dev.pawl.chaos.scenario;

import dev.pawl.chaos.check.InvariantViolation;
import dev.pawl.chaos.cluster.NodeCluster;
import dev.pawl.chaos.program.Program;
import dev.pawl.chaos.program.Programs;
import dev.pawl.chaos.proxy.ProxyFault;
import dev.pawl.chaos.proxy.ProxyFault.CutPoint;
import dev.pawl.chaos.proxy.ProxyFault.NoFault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Network faults between nodes and the database. */
final class NetworkScenarios {

  /** The promised maximum number of connections of a node. */
  private static final int MAX_CONNECTIONS_PER_NODE = 20;

  private NetworkScenarios() {}

  /** Cuts off one in twenty writes: before, during or after its execution. */
  static ScenarioReport answersLost(ScenarioContext context) throws Exception {
    Program program = Programs.five();
    Program everything = Programs.everything();
    try (NodeCluster cluster = context.cluster(2, program, everything)) {
      cluster.proxy().weather(new ProxyFault.CutStatements(0.05, CutPoint.ANY));
      cluster.crowd().begin(everything, context.choose(5, 50));
      cluster.crowd().load(() -> program, context.choose(15, 50), context.seconds(8, 60));
      cluster.checkNodes();
      int cuts = cluster.proxy().cuts();
      cluster.proxy().weather(NoFault.FAIR);
      ScenarioReport report = context.judge(cluster);
      return new ScenarioReport(
          report.violations(), report.skipped(), report.note() + "; %d cuts".formatted(cuts));
    }
  }

  /** Lets the connection to the database accept everything and answer nothing for a while. */
  static ScenarioReport blackHole(ScenarioContext context) throws Exception {
    Program program = Programs.five();
    Duration dark = context.seconds(10, 60);
    try (NodeCluster cluster = context.cluster(2, program)) {
      Thread load =
          NodeScenarios.repeat(
              Duration.ofMillis(context.choose(100, 20)), () -> cluster.crowd().begin(program));
      try {
        Thread.sleep(context.seconds(2, 10));
        cluster.proxy().weather(ProxyFault.BlackHole.BLACK_HOLE);
        Thread.sleep(dark);
        cluster.proxy().weather(NoFault.FAIR);
        Thread.sleep(context.seconds(2, 10));
      } finally {
        NodeScenarios.end(load);
      }
      return context.judge(cluster, dark.plusSeconds(30));
    }
  }

  /** Resets a tenth of all connections every second. */
  static ScenarioReport resets(ScenarioContext context) throws Exception {
    Program program = Programs.five();
    int nodes = 2;
    try (NodeCluster cluster = context.cluster(nodes, program)) {
      Thread nemesis =
          NodeScenarios.repeat(Duration.ofSeconds(1), () -> cluster.proxy().reset(0.1));
      try {
        cluster.crowd().load(() -> program, context.choose(15, 50), context.seconds(8, 60));
      } finally {
        NodeScenarios.end(nemesis);
      }
      ScenarioReport report = context.judge(cluster);
      List<InvariantViolation> violations = new ArrayList<>(report.violations());
      if (cluster.proxy().connections() > nodes * MAX_CONNECTIONS_PER_NODE) {
        violations.add(
            new InvariantViolation(
                "I8", "the nodes", cluster.proxy().connections() + " connections are open"));
      }
      return new ScenarioReport(violations, report.skipped(), report.note());
    }
  }
}
