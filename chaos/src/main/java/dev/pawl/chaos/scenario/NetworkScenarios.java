package dev.pawl.chaos.scenario;

import dev.pawl.chaos.check.Violation;
import dev.pawl.chaos.cluster.Cluster;
import dev.pawl.chaos.program.Program;
import dev.pawl.chaos.program.Programs;
import dev.pawl.chaos.proxy.Weather;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A network that loses, cuts and swallows. */
final class NetworkScenarios {

  /** What a node may have open, by its own promise. */
  private static final int CONNECTIONS = 20;

  private NetworkScenarios() {}

  /** One in twenty writes is cut off: before the server, within it, or behind it. */
  static Report answersLost(Arena arena) throws Exception {
    Program program = Programs.five();
    Program everything = Programs.everything();
    try (Cluster cluster = arena.cluster(2, program, everything)) {
      cluster.proxy().weather(new Weather.LosingAnswers(0.05, Weather.Loss.ANY));
      cluster.crowd().begin(everything, arena.choose(5, 50));
      cluster.crowd().load(() -> program, arena.choose(15, 50), arena.seconds(8, 60));
      cluster.look();
      int cuts = cluster.proxy().cuts();
      cluster.proxy().weather(Weather.Fair.FAIR);
      Report report = arena.judge(cluster);
      return new Report(
          report.violations(), report.skipped(), report.note() + "; %d cuts".formatted(cuts));
    }
  }

  /** The way to the database accepts everything and answers nothing, for a while. */
  static Report blackHole(Arena arena) throws Exception {
    Program program = Programs.five();
    Duration dark = arena.seconds(10, 60);
    try (Cluster cluster = arena.cluster(2, program)) {
      Thread load =
          NodeScenarios.repeat(
              Duration.ofMillis(arena.choose(100, 20)), () -> cluster.crowd().begin(program));
      try {
        Thread.sleep(arena.seconds(2, 10));
        cluster.proxy().weather(Weather.BlackHole.BLACK_HOLE);
        Thread.sleep(dark);
        cluster.proxy().weather(Weather.Fair.FAIR);
        Thread.sleep(arena.seconds(2, 10));
      } finally {
        NodeScenarios.end(load);
      }
      return arena.judge(cluster, dark.plusSeconds(30));
    }
  }

  /** Every second, a tenth of all connections is reset. */
  static Report resets(Arena arena) throws Exception {
    Program program = Programs.five();
    int nodes = 2;
    try (Cluster cluster = arena.cluster(nodes, program)) {
      Thread nemesis =
          NodeScenarios.repeat(Duration.ofSeconds(1), () -> cluster.proxy().reset(0.1));
      try {
        cluster.crowd().load(() -> program, arena.choose(15, 50), arena.seconds(8, 60));
      } finally {
        NodeScenarios.end(nemesis);
      }
      Report report = arena.judge(cluster);
      List<Violation> violations = new ArrayList<>(report.violations());
      if (cluster.proxy().connections() > nodes * CONNECTIONS) {
        violations.add(
            new Violation(
                "I8", "the nodes", cluster.proxy().connections() + " connections are open"));
      }
      return new Report(violations, report.skipped(), report.note());
    }
  }
}
