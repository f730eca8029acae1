package dev.pawl.chaos.scenario;

import dev.pawl.chaos.check.Violation;
import dev.pawl.chaos.client.Client;
import dev.pawl.chaos.client.Crowd;
import dev.pawl.chaos.client.Run;
import dev.pawl.chaos.cluster.Cluster;
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

/** Messages and timers that come at the worst moment, twice, or all at once. */
final class EventScenarios {

  private EventScenarios() {}

  /** Events that come about when their execution begins to wait, from another node. */
  static Report races(Arena arena) throws Exception {
    Program program = Programs.listener();
    try (Cluster cluster = arena.calmCluster(2, program)) {
      raceEvents(arena, cluster, program);
      return arena.judge(cluster);
    }
  }

  static void raceEvents(Arena arena, Cluster cluster, Program program)
      throws InterruptedException {
    List<Client> clients = cluster.nodes().stream().map(cluster::client).toList();
    raceEvents(arena, cluster.crowd(), clients, program, arena.choose(300, 10_000));
  }

  /** One client starts, the next one sends. */
  static void raceEvents(Arena arena, Crowd crowd, List<Client> clients, Program program, int pairs)
      throws InterruptedException {
    Random random = arena.random();
    Semaphore atOnce = new Semaphore(arena.choose(20, 50));
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

  /** The same start and the same events up to five times, side by side, on any node. */
  static Report duplicates(Arena arena) throws Exception {
    Program program = Programs.gates();
    try (Cluster cluster = arena.calmCluster(2, program)) {
      duplicate(arena, cluster.crowd(), program);
      return arena.judge(cluster);
    }
  }

  static void duplicate(Arena arena, Crowd crowd, Program program) throws InterruptedException {
    Random random = arena.random();
    for (int i = 0; i < arena.choose(40, 1_000); i++) {
      crowd.begin(program, true, 1 + random.nextInt(5));
      // Fifty starts a second in full, each of which is followed by two events.
      Thread.sleep(random.nextInt(arena.choose(20, 120)));
    }
  }

  /** A great many timers that ring in the same second. */
  static Report wakeUp(Arena arena) throws Exception {
    int sleepers = arena.choose(500, 200_000);
    Instant at =
        InstantSource.system()
            .instant()
            .plus(arena.seconds(15, 200))
            .truncatedTo(ChronoUnit.SECONDS);
    Program program = HardPrograms.alarm(at);
    try (Cluster cluster = arena.calmCluster(2, program)) {
      Semaphore atOnce = new Semaphore(arena.choose(50, 200));
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
      // Until then nothing is to move.
      Thread.sleep(Duration.between(InstantSource.system().instant(), at));
      Report report = arena.judge(cluster, Duration.ofMinutes(15));
      List<Violation> violations = new ArrayList<>(report.violations());
      long early =
          cluster.ledger().effects().stream().filter(mark -> mark.at().isBefore(at)).count();
      if (early > 0) {
        violations.add(new Violation("I4", "timers", early + " rang before their time"));
      }
      Instant last =
          cluster.ledger().effects().stream()
              .map(mark -> mark.at())
              .max(Instant::compareTo)
              .orElse(at);
      return new Report(
          violations,
          report.skipped(),
          report.note()
              + "; all awake after %d s".formatted(Duration.between(at, last).toSeconds()));
    }
  }

  /** Executions that are cancelled in the moment in which they end, or wait, or go on. */
  static Report cancels(Arena arena) throws Exception {
    Program program = Programs.listener();
    try (Cluster cluster = arena.calmCluster(2, program)) {
      List<Client> clients = cluster.nodes().stream().map(cluster::client).toList();
      Random random = arena.random();
      Semaphore atOnce = new Semaphore(20);
      for (int i = 0; i < arena.choose(200, 5_000); i++) {
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
      return arena.judge(cluster);
    }
  }
}
