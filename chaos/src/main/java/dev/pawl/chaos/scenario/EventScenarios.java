package dev.pawl.chaos.scenario;

import dev.pawl.chaos.check.InvariantViolation;
import dev.pawl.chaos.client.Client;
import dev.pawl.chaos.client.ClientCrowd;
import dev.pawl.chaos.client.Run;
import dev.pawl.chaos.cluster.NodeCluster;
import dev.pawl.chaos.program.HardPrograms;
import dev.pawl.chaos.program.Program;
import dev.pawl.chaos.program.Programs;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Semaphore;

/** Messages and timers at critical moments, duplicated, or all at once. */
final class EventScenarios {

  private EventScenarios() {}

  /** Sends events from another node at about the moment at which their execution begins to wait. */
  static ScenarioReport races(ScenarioContext context) throws Exception {
    Program program = Programs.listener();
    try (NodeCluster cluster = context.calmCluster(2, program)) {
      raceEvents(context, cluster, program);
      return context.judge(cluster);
    }
  }

  static void raceEvents(ScenarioContext context, NodeCluster cluster, Program program)
      throws InterruptedException {
    List<Client> clients = cluster.nodes().stream().map(cluster::client).toList();
    raceEvents(context, cluster.crowd(), clients, program, context.choose(300, 10_000));
  }

  /** Lets one client start a run and another send its event. */
  static void raceEvents(
      ScenarioContext context, ClientCrowd crowd, List<Client> clients, Program program, int pairs)
      throws InterruptedException {
    Random random = context.random();
    Semaphore atOnce = new Semaphore(context.choose(20, 50));
    for (int i = 0; i < pairs; i++) {
      Client starter = clients.get(i % clients.size());
      Client sender = clients.get((i + 1) % clients.size());
      int pause = random.nextInt(51);
      atOnce.acquire();
      Run run = crowd.run(program, true);
      crowd.send(
          () -> {
            try {
              race(run, starter, sender, pause);
            } finally {
              atOnce.release();
            }
          });
    }
  }

  private static void race(Run run, Client starter, Client sender, int pause)
      throws InterruptedException {
    Optional<String> id = starter.start(run);
    Program.Event event = run.program().events().getFirst();
    Thread.sleep(pause);
    if (id.isPresent()) {
      sender.event(run, id.get(), event, run.name() + "/" + event.name());
    }
  }

  /** Sends the same start and the same events up to five times, in parallel, to any node. */
  static ScenarioReport duplicates(ScenarioContext context) throws Exception {
    Program program = Programs.gates();
    try (NodeCluster cluster = context.calmCluster(2, program)) {
      duplicate(context, cluster.crowd(), program);
      return context.judge(cluster);
    }
  }

  static void duplicate(ScenarioContext context, ClientCrowd crowd, Program program)
      throws InterruptedException {
    Random random = context.random();
    for (int i = 0; i < context.choose(40, 1_000); i++) {
      crowd.begin(program, true, 1 + random.nextInt(5));
      // Up to fifty starts a second in the full form, each followed by two events.
      Thread.sleep(random.nextInt(context.choose(20, 120)));
    }
  }

  /** Lets a large number of timers fire in the same second. */
  static ScenarioReport wakeUp(ScenarioContext context) throws Exception {
    int sleepers = context.choose(500, 200_000);
    Instant at =
        InstantSource.system()
            .instant()
            .plus(context.seconds(15, 200))
            .truncatedTo(ChronoUnit.SECONDS);
    Program program = HardPrograms.alarm(at);
    try (NodeCluster cluster = context.calmCluster(2, program)) {
      Semaphore atOnce = new Semaphore(context.choose(50, 200));
      for (int i = 0; i < sleepers; i++) {
        atOnce.acquire();
        Run run = cluster.crowd().run(program, true);
        Client client = cluster.client(cluster.nodes().get(i % 2));
        cluster
            .crowd()
            .send(
                () -> {
                  try {
                    client.start(run);
                  } finally {
                    atOnce.release();
                  }
                });
      }
      // Nothing is due before that.
      Thread.sleep(Duration.between(InstantSource.system().instant(), at));
      ScenarioReport report = context.judge(cluster, Duration.ofMinutes(15));
      List<InvariantViolation> violations = new ArrayList<>(report.violations());
      long early =
          cluster.ledger().effects().stream().filter(mark -> mark.at().isBefore(at)).count();
      if (early > 0) {
        violations.add(new InvariantViolation("I4", "timers", early + " fired too early"));
      }
      Instant last =
          cluster.ledger().effects().stream()
              .map(mark -> mark.at())
              .max(Instant::compareTo)
              .orElse(at);
      return new ScenarioReport(
          violations,
          report.skipped(),
          report.note()
              + "; all awake after %d s".formatted(Duration.between(at, last).toSeconds()));
    }
  }

  /** Cancels executions at the moment at which they end, wait or continue. */
  static ScenarioReport cancels(ScenarioContext context) throws Exception {
    Program program = Programs.listener();
    try (NodeCluster cluster = context.calmCluster(2, program)) {
      List<Client> clients = cluster.nodes().stream().map(cluster::client).toList();
      Random random = context.random();
      Semaphore atOnce = new Semaphore(20);
      for (int i = 0; i < context.choose(200, 5_000); i++) {
        Client one = clients.get(i % 2);
        Client other = clients.get((i + 1) % 2);
        int pause = random.nextInt(40);
        int more = random.nextInt(20);
        atOnce.acquire();
        Run run = cluster.crowd().run(program, true);
        cluster
            .crowd()
            .send(
                () -> {
                  try {
                    race(run, one, other, pause);
                    Thread.sleep(more);
                    Optional<String> id = one.start(run);
                    if (id.isPresent()) {
                      other.cancel(run, id.get());
                    }
                  } finally {
                    atOnce.release();
                  }
                });
      }
      return context.judge(cluster);
    }
  }
}
