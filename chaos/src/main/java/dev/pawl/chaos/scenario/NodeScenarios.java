package dev.pawl.chaos.scenario;

import dev.pawl.chaos.check.Violation;
import dev.pawl.chaos.cluster.Cluster;
import dev.pawl.chaos.node.Failpoint;
import dev.pawl.chaos.node.NodeHandle;
import dev.pawl.chaos.program.Program;
import dev.pawl.chaos.program.Programs;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Nodes that die, freeze, stutter and are replaced. */
final class NodeScenarios {

  /** How often a node writes for one run of the flow with everything in it, or a bit more. */
  private static final int WRITES = 16;

  private NodeScenarios() {}

  /** A random node is killed every few seconds, and another one takes its place. */
  static Report killed(Arena arena) throws Exception {
    Random random = arena.random();
    Program program = Programs.five();
    try (Cluster cluster = arena.cluster(arena.choose(2, 3), program)) {
      Thread nemesis =
          repeat(
              arena.seconds(3, 10),
              () -> {
                List<NodeHandle> nodes = cluster.nodes();
                nodes.get(random.nextInt(nodes.size())).kill();
                Thread.sleep(arena.seconds(1, 3));
                cluster.add();
              });
      try {
        cluster.crowd().load(() -> program, arena.choose(15, 50), arena.seconds(8, 60));
        cluster.look();
      } finally {
        end(nemesis);
      }
      return arena.judge(cluster);
    }
  }

  /** A node halts before and after each of its writes, on a flow that writes in every way. */
  static Report halted(Arena arena) throws Exception {
    Program program = Programs.everything();
    try (Cluster cluster = arena.cluster(1, program)) {
      NodeHandle survivor = cluster.nodes().getFirst();
      List<Failpoint> failpoints = failpoints(arena);
      List<Thread> victims = new ArrayList<>();
      int halted = 0;
      for (int i = 0; i < failpoints.size(); i += 4) {
        List<Failpoint> some = failpoints.subList(i, Math.min(i + 4, failpoints.size()));
        victims.clear();
        for (Failpoint failpoint : some) {
          victims.add(Thread.ofVirtual().start(() -> sacrifice(cluster, program, failpoint)));
        }
        for (Thread victim : victims) {
          victim.join();
        }
        for (NodeHandle node : cluster.nodes()) {
          if (node.pid() != survivor.pid() && node.awaitEnd(Duration.ofSeconds(15))) {
            halted++;
          }
        }
        // Those that were never asked to write so often.
        for (NodeHandle node : cluster.nodes()) {
          if (node.pid() != survivor.pid()) {
            node.kill();
          }
        }
      }
      Report report = arena.judge(cluster);
      return new Report(
          report.violations(),
          report.skipped(),
          report.note() + "; %d of %d halted".formatted(halted, failpoints.size()));
    }
  }

  /** All of them, or the first and some others. */
  private static List<Failpoint> failpoints(Arena arena) {
    List<Integer> writes = new ArrayList<>();
    for (int write = 1; write <= WRITES; write++) {
      writes.add(write);
    }
    if (arena.brief()) {
      Collections.shuffle(writes.subList(1, WRITES), arena.random());
      writes = writes.subList(0, 4);
    }
    List<Failpoint> failpoints = new ArrayList<>();
    for (int write : writes) {
      failpoints.add(new Failpoint(Failpoint.When.BEFORE, write));
      failpoints.add(new Failpoint(Failpoint.When.AFTER, write));
    }
    return failpoints;
  }

  private static void sacrifice(Cluster cluster, Program program, Failpoint failpoint) {
    try {
      NodeHandle victim = cluster.add(cluster.settings().failing(failpoint), Map.of());
      cluster.crowd().begin(program, cluster.client(victim));
    } catch (IOException e) {
      // It was dead before it had joined.
    }
  }

  /** A node is frozen for three leases in the midst of work; then it wakes and does not know. */
  static Report frozen(Arena arena) throws Exception {
    Program program = Programs.five();
    int rounds = arena.choose(1, 3);
    try (Cluster cluster = arena.cluster(2, program)) {
      NodeHandle zombie = cluster.nodes().getFirst();
      Thread load =
          Thread.ofVirtual()
              .start(() -> load(cluster, program, arena.choose(15, 50), arena.seconds(15, 60)));
      int frozen = 0;
      for (int round = 0; round < rounds; round++) {
        frozen += cluster.awaitOwned(zombie, 5) ? 1 : 0;
        zombie.freeze();
        Thread.sleep(Arena.LEASE.multipliedBy(3));
        cluster.look();
        zombie.thaw();
      }
      load.join();
      Report report = arena.judge(cluster);
      List<Violation> violations = new ArrayList<>(report.violations());
      int lost = cluster.losses().rejoined().getOrDefault(zombie.settings().name(), 0);
      if (lost < rounds) {
        violations.add(new Violation("I9", "the frozen node", "was not taken for dead each time"));
      }
      return new Report(
          violations,
          report.skipped(),
          report.note() + "; frozen %d times while at work".formatted(frozen));
    }
  }

  /**
   * A node runs for a tenth of a second and stands for a tenth, which is no reason to take over.
   */
  static Report stuttering(Arena arena) throws Exception {
    Program program = Programs.five();
    try (Cluster cluster = arena.cluster(2, program)) {
      NodeHandle slow = cluster.nodes().getFirst();
      Thread nemesis =
          repeat(
              Duration.ofMillis(100),
              () -> {
                slow.freeze();
                Thread.sleep(Duration.ofMillis(100));
                slow.thaw();
              });
      try {
        cluster.crowd().load(() -> program, arena.choose(10, 30), arena.seconds(6, 40));
      } finally {
        end(nemesis);
        slow.thaw();
      }
      Report report = arena.judge(cluster);
      List<Violation> violations = new ArrayList<>(report.violations());
      if (!cluster.losses().rejoined().isEmpty()) {
        violations.add(new Violation("I9", "the slow node", "was taken for dead"));
      }
      return new Report(violations, report.skipped(), report.note());
    }
  }

  /** All nodes are replaced one by one, each stopped as an operator would. */
  static Report rolling(Arena arena) throws Exception {
    Program program = Programs.five();
    int count = 3;
    try (Cluster cluster = arena.cluster(count, program)) {
      Thread load =
          Thread.ofVirtual()
              .start(() -> load(cluster, program, arena.choose(15, 50), arena.seconds(10, 40)));
      List<Violation> violations = new ArrayList<>();
      for (NodeHandle node : cluster.nodes()) {
        if (!node.stop(Duration.ofSeconds(20))) {
          violations.add(new Violation("I9", node.settings().name(), "did not stop within 20 s"));
          node.kill();
        }
        cluster.add();
      }
      load.join();
      Report report = arena.judge(cluster, Duration.ofSeconds(10));
      violations.addAll(report.violations());
      return new Report(violations, report.skipped(), report.note());
    }
  }

  private static void load(Cluster cluster, Program program, int perSecond, Duration time) {
    try {
      cluster.crowd().load(() -> program, perSecond, time);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Something that is done again and again. */
  interface Attack {
    void run() throws Exception;
  }

  static Thread repeat(Duration pause, Attack attack) {
    return Thread.ofVirtual()
        .start(
            () -> {
              try {
                while (true) {
                  Thread.sleep(pause);
                  attack.run();
                }
              } catch (InterruptedException e) {
                // Enough.
              } catch (Exception e) {
                throw new IllegalStateException("the attack failed", e);
              }
            });
  }

  static void end(Thread nemesis) throws InterruptedException {
    nemesis.interrupt();
    nemesis.join();
  }
}
