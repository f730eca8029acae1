package dev.pawl.chaos.scenario;

import dev.pawl.chaos.cluster.NodeCluster;
import dev.pawl.chaos.node.NodeHandle;
import dev.pawl.chaos.program.Program;
import dev.pawl.chaos.program.Programs;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** Kills the database at critical moments. */
final class DatabaseScenarios {

  /** The statement by which a node takes over the lease of a dead one. */
  private static final Pattern TAKEOVER_STATEMENT =
      Pattern.compile("delete\\s+from\\s+pawl\\.fence", Pattern.CASE_INSENSITIVE);

  private DatabaseScenarios() {}

  /** Kills the postmaster repeatedly under load. */
  static ScenarioReport killed(ScenarioContext context) throws Exception {
    Random random = context.random();
    Program program = Programs.five();
    try (NodeCluster cluster = context.cluster(2, program)) {
      Thread load =
          NodeScenarios.repeat(
              Duration.ofMillis(context.choose(70, 20)), () -> cluster.crowd().begin(program));
      try {
        for (int round = 0; round < context.choose(2, 20); round++) {
          Thread.sleep(context.choose(2_000, 5_000 + random.nextInt(20_000)));
          context.server().kill();
          Thread.sleep(Duration.ofSeconds(1));
          context.server().awaitBack();
        }
        Thread.sleep(Duration.ofSeconds(1));
      } finally {
        NodeScenarios.end(load);
      }
      return context.judge(cluster, Duration.ofSeconds(40));
    }
  }

  /** Kills a node, and the database when another node takes over. */
  static ScenarioReport killedDuringRecovery(ScenarioContext context) throws Exception {
    Program program = Programs.five();
    try (NodeCluster cluster = context.cluster(2, program)) {
      for (int round = 0; round < context.choose(1, 5); round++) {
        cluster.crowd().load(() -> program, context.choose(15, 50), context.seconds(2, 5));
        CountDownLatch struck = new CountDownLatch(1);
        cluster
            .proxy()
            .whenNext(
                TAKEOVER_STATEMENT,
                () -> {
                  kill(context);
                  struck.countDown();
                });
        NodeHandle victim = cluster.nodes().getFirst();
        victim.kill();
        if (!struck.await(60, TimeUnit.SECONDS)) {
          throw new IllegalStateException("no node took over from the dead one");
        }
        context.server().awaitBack();
        cluster.add();
      }
      return context.judge(cluster, Duration.ofSeconds(40));
    }
  }

  private static void kill(ScenarioContext context) {
    try {
      context.server().kill();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
