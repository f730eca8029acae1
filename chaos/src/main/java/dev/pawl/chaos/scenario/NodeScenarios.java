package dev.pawl.chaos.scenario;

import dev.pawl.chaos.check.InvariantViolation;
import dev.pawl.chaos.cluster.NodeCluster;
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

/** Kills, freezes and replaces nodes. */
final class NodeScenarios {

  /** At least the number of writes of a node for one run of the flow with every kind of state. */
  private static final int WRITES_PER_RUN = 16;

  private NodeScenarios() {}

  /** Kills a random node every few seconds and starts another one. */
  static ScenarioReport killed(ScenarioContext context) throws Exception {
    Random random = context.random();
    Program program = Programs.five();
    try (NodeCluster cluster = context.cluster(context.choose(2, 3), program)) {
      Thread nemesis =
          repeat(
              context.seconds(3, 10),
              () -> {
                List<NodeHandle> nodes = cluster.nodes();
                nodes.get(random.nextInt(nodes.size())).kill();
                Thread.sleep(context.seconds(1, 3));
                cluster.add();
              });
      try {
        cluster.crowd().load(() -> program, context.choose(15, 50), context.seconds(8, 60));
        cluster.checkNodes();
      } finally {
        end(nemesis);
      }
      return context.judge(cluster);
    }
  }

  /** Halts a node before and after each of its writes, on a flow that writes in every way. */
  static ScenarioReport halted(ScenarioContext context) throws Exception {
    Program program = Programs.everything();
    try (NodeCluster cluster = context.cluster(1, program)) {
      NodeHandle survivor = cluster.nodes().getFirst();
      List<Failpoint> failpoints = failpoints(context);
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
        // Nodes whose failpoint was not reached.
        for (NodeHandle node : cluster.nodes()) {
          if (node.pid() != survivor.pid()) {
            node.kill();
          }
        }
      }
      ScenarioReport report = context.judge(cluster);
      return new ScenarioReport(
          report.violations(),
          report.skipped(),
          report.note() + "; %d of %d halted".formatted(halted, failpoints.size()));
    }
  }

  /** Returns all failpoints, or in the short form the first and some others. */
  private static List<Failpoint> failpoints(ScenarioContext context) {
    List<Integer> writes = new ArrayList<>();
    for (int write = 1; write <= WRITES_PER_RUN; write++) {
      writes.add(write);
    }
    if (context.brief()) {
      Collections.shuffle(writes.subList(1, WRITES_PER_RUN), context.random());
      writes = writes.subList(0, 4);
    }
    List<Failpoint> failpoints = new ArrayList<>();
    for (int write : writes) {
      failpoints.add(new Failpoint(Failpoint.When.BEFORE, write));
      failpoints.add(new Failpoint(Failpoint.When.AFTER, write));
    }
    return failpoints;
  }

  private static void sacrifice(NodeCluster cluster, Program program, Failpoint failpoint) {
    try {
      NodeHandle victim = cluster.add(cluster.settings().failing(failpoint), Map.of());
      cluster.crowd().begin(program, cluster.client(victim));
    } catch (IOException e) {
      // It halted before it had joined.
    }
  }

  /** Freezes a node for three leases during work and then resumes it. */
  static ScenarioReport frozen(ScenarioContext context) throws Exception {
    Program program = Programs.five();
    int rounds = context.choose(1, 3);
    try (NodeCluster cluster = context.cluster(2, program)) {
      NodeHandle zombie = cluster.nodes().getFirst();
      Thread load =
          Thread.ofVirtual()
              .start(() -> load(cluster, program, context.choose(15, 50), context.seconds(15, 60)));
      int frozen = 0;
      for (int round = 0; round < rounds; round++) {
        frozen += cluster.awaitOwned(zombie, 5) ? 1 : 0;
        zombie.freeze();
        Thread.sleep(ScenarioContext.LEASE.multipliedBy(3));
        cluster.checkNodes();
        zombie.thaw();
      }
      load.join();
      ScenarioReport report = context.judge(cluster);
      List<InvariantViolation> violations = new ArrayList<>(report.violations());
      int lost = cluster.losses().rejoined().getOrDefault(zombie.settings().name(), 0);
      if (lost < rounds) {
        violations.add(
            new InvariantViolation("I9", "the frozen node", "was not declared dead each time"));
      }
      return new ScenarioReport(
          violations,
          report.skipped(),
          report.note() + "; frozen %d times while at work".formatted(frozen));
    }
  }

  /** Freezes and resumes a node every tenth of a second, which must not cause a takeover. */
  static ScenarioReport stuttering(ScenarioContext context) throws Exception {
    Program program = Programs.five();
    try (NodeCluster cluster = context.cluster(2, program)) {
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
        cluster.crowd().load(() -> program, context.choose(10, 30), context.seconds(6, 40));
      } finally {
        end(nemesis);
        slow.thaw();
      }
      ScenarioReport report = context.judge(cluster);
      List<InvariantViolation> violations = new ArrayList<>(report.violations());
      if (!cluster.losses().rejoined().isEmpty()) {
        violations.add(new InvariantViolation("I9", "the slow node", "was declared dead"));
      }
      return new ScenarioReport(violations, report.skipped(), report.note());
    }
  }

  /** Replaces all nodes one by one, each stopped gracefully. */
  static ScenarioReport rolling(ScenarioContext context) throws Exception {
    Program program = Programs.five();
    int count = 3;
    try (NodeCluster cluster = context.cluster(count, program)) {
      Thread load =
          Thread.ofVirtual()
              .start(() -> load(cluster, program, context.choose(15, 50), context.seconds(10, 40)));
      List<InvariantViolation> violations = new ArrayList<>();
      for (NodeHandle node : cluster.nodes()) {
        if (!node.stop(Duration.ofSeconds(20))) {
          violations.add(
              new InvariantViolation("I9", node.settings().name(), "did not stop within 20 s"));
          node.kill();
        }
        cluster.add();
      }
      load.join();
      ScenarioReport report = context.judge(cluster);
      violations.addAll(report.violations());
      return new ScenarioReport(violations, report.skipped(), report.note());
    }
  }

  private static void load(NodeCluster cluster, Program program, int perSecond, Duration time) {
    try {
      cluster.crowd().load(() -> program, perSecond, time);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** An action that is repeated. */
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
                // The load has ended.
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
