package dev.pawl.chaos.scenario;

import dev.pawl.chaos.cluster.Cluster;
import dev.pawl.chaos.node.NodeHandle;
import dev.pawl.chaos.program.Program;
import dev.pawl.chaos.program.Programs;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/** A database that dies at the wrong moment. */
final class DatabaseScenarios {

  /** How a node takes a dead one's right to write. */
  private static final Pattern TAKES_OVER =
      Pattern.compile("delete\\s+from\\s+pawl\\.fence", Pattern.CASE_INSENSITIVE);

  private DatabaseScenarios() {}

  /** The server's first process is killed again and again under load. */
  static Report killed(Arena arena) throws Exception {
    Random random = arena.random();
    Program program = Programs.five();
    try (Cluster cluster = arena.cluster(2, program)) {
      Thread load =
          NodeScenarios.repeat(
              Duration.ofMillis(arena.choose(70, 20)), () -> cluster.crowd().begin(program));
      try {
        for (int round = 0; round < arena.choose(2, 20); round++) {
          Thread.sleep(arena.choose(2_000, 5_000 + random.nextInt(20_000)));
          arena.server().kill();
          Thread.sleep(Duration.ofSeconds(1));
          arena.server().awaitBack();
        }
        Thread.sleep(Duration.ofSeconds(1));
      } finally {
        NodeScenarios.end(load);
      }
      return arena.judge(cluster, Duration.ofSeconds(40));
    }
  }

  /** A node dies, and the server dies in the very moment in which another node takes over. */
  static Report killedDuringRecovery(Arena arena) throws Exception {
    Program program = Programs.five();
    try (Cluster cluster = arena.cluster(2, program)) {
      for (int round = 0; round < arena.choose(1, 5); round++) {
        cluster.crowd().load(() -> program, arena.choose(15, 50), arena.seconds(2, 5));
        CountDownLatch struck = new CountDownLatch(1);
        cluster
            .proxy()
            .whenNext(
                TAKES_OVER,
                () -> {
                  kill(arena);
                  struck.countDown();
                });
        NodeHandle victim = cluster.nodes().getFirst();
        victim.kill();
        if (!struck.await(60, TimeUnit.SECONDS)) {
          throw new IllegalStateException("nobody took over from a dead node");
        }
        arena.server().awaitBack();
        cluster.add();
      }
      return arena.judge(cluster, Duration.ofSeconds(40));
    }
  }

  private static void kill(Arena arena) {
    try {
      arena.server().kill();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
