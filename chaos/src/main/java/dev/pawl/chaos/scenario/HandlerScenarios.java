package dev.pawl.chaos.scenario;

import dev.pawl.chaos.check.Violation;
import dev.pawl.chaos.client.Run;
import dev.pawl.chaos.cluster.Cluster;
import dev.pawl.chaos.node.NodeHandle;
import dev.pawl.chaos.node.NodeProcess;
import dev.pawl.chaos.program.HardPrograms;
import dev.pawl.chaos.program.Program;
import dev.pawl.chaos.program.Programs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Handlers and definitions that misbehave, beside others that do not. */
final class HandlerScenarios {

  private HandlerScenarios() {}

  /** Handlers that answer too late every time. */
  static Report slow(Arena arena) throws Exception {
    Program slow = HardPrograms.slow(arena.choose(3_000, 30_000));
    return beside(arena, slow, arena.choose(20, 200));
  }

  /** Handlers that are never answered. */
  static Report unanswered(Arena arena) throws Exception {
    return beside(arena, HardPrograms.unanswered(), arena.choose(20, 200));
  }

  /** Handlers that compute for ever and hear nothing; more of them than there are processors. */
  static Report busy(Arena arena) throws Exception {
    return beside(arena, HardPrograms.busy(), 4);
  }

  /** Handlers that answer when the next attempt is under way. */
  static Report late(Arena arena) throws Exception {
    return beside(arena, HardPrograms.late(), arena.choose(20, 200));
  }

  private static Report beside(Arena arena, Program troubled, int count) throws Exception {
    Program healthy = Programs.five();
    try (Cluster cluster = arena.calmCluster(2, troubled, healthy)) {
      cluster.crowd().begin(troubled, count);
      cluster.crowd().load(() -> healthy, arena.choose(10, 30), arena.seconds(4, 20));
      return arena.judge(cluster);
    }
  }

  /** Races, repetitions and bad handlers side by side, for those who have little time. */
  static Report together(Arena arena) throws Exception {
    Program racing = Programs.listener();
    Program repeated = Programs.gates();
    Program slow = HardPrograms.slow(3_000);
    Program unanswered = HardPrograms.unanswered();
    Program late = HardPrograms.late();
    try (Cluster cluster = arena.calmCluster(2, racing, repeated, slow, unanswered, late)) {
      for (Program troubled : List.of(slow, unanswered, late)) {
        cluster.crowd().begin(troubled, 10);
      }
      EventScenarios.duplicate(arena, cluster.crowd(), repeated);
      EventScenarios.raceEvents(arena, cluster, racing);
      return arena.judge(cluster);
    }
  }

  /** A definition that nobody can read any more, under executions that need it. */
  static Report poison(Arena arena) throws Exception {
    Program poisoned = Programs.gates();
    Program healthy = Programs.five();
    try (Cluster cluster = arena.calmCluster(1, poisoned, healthy)) {
      List<String> ids = new ArrayList<>();
      for (int i = 0; i < arena.choose(10, 200); i++) {
        Run run = cluster.crowd().run(poisoned, true);
        Optional<String> id = cluster.client(cluster.nodes().getFirst()).start(run);
        ids.add(id.orElseThrow());
        cluster.crowd().send(() -> send(cluster, run, id.get(), 0));
      }
      cluster.awaitLive(ids.size(), "owner is null");
      cluster.execute(
          "update pawl.version set document = convert_to('{\"StartAt\": 1}', 'UTF8')"
              + " where flow = 'gates'");
      // Who has read it keeps it: only a new node sees what is in the table.
      cluster.nodes().getFirst().stop(Duration.ofSeconds(20));
      cluster.add(2);
      List<Run> runs = cluster.crowd().runs();
      for (int i = 0; i < ids.size(); i++) {
        Run run = runs.get(i);
        String id = ids.get(i);
        cluster.crowd().send(() -> send(cluster, run, id, 1));
      }
      cluster.crowd().load(() -> healthy, arena.choose(10, 30), arena.seconds(3, 20));
      List<Violation> violations = new ArrayList<>();
      if (!cluster.awaitLive(ids.size(), "paused and incident like '%cannot be read%'")) {
        violations.add(
            new Violation("I5", "poisoned executions", "no incident is shown for all of them"));
      }
      cluster.deployAgain(poisoned);
      for (String id : ids) {
        NodeHandle node = cluster.nodes().getFirst();
        node.door().resume(id);
      }
      Report report = arena.judge(cluster, Duration.ofMinutes(2));
      violations.addAll(report.violations());
      return new Report(violations, report.skipped(), report.note());
    }
  }

  /** A module is taken away under executions that need it, and comes back. */
  static Report uninstalled(Arena arena) throws Exception {
    Program modular = HardPrograms.modular();
    Program healthy = Programs.five();
    Path module = arena.folder().resolve("module").toAbsolutePath();
    try (Cluster cluster = arena.calmCluster(0, modular, healthy)) {
      Files.writeString(module, "installed");
      for (int i = 0; i < 2; i++) {
        cluster.add(cluster.settings(), Map.of(NodeProcess.MODULE, module.toString()));
      }
      int count = arena.choose(20, 200);
      cluster.crowd().begin(modular, count);
      List<Violation> violations = new ArrayList<>();
      if (!cluster.awaitEach(count, "waits_for like '%timer%'")) {
        violations.add(new Violation("I5", "the executions", "do not sleep"));
      }
      Files.delete(module);
      cluster.crowd().load(() -> healthy, arena.choose(10, 30), arena.seconds(3, 20));
      if (!cluster.awaitEach(count, "waits_for like '%handler:module%' and not paused")) {
        violations.add(
            new Violation("I5", "executions without a module", "not all say what they wait for"));
      }
      if (!cluster.awaitLive(count, "true")) {
        violations.add(new Violation("I7", "others", "did not end while a module was away"));
      }
      Files.writeString(module, "installed again");
      Report report = arena.judge(cluster, Duration.ofMinutes(1));
      violations.addAll(report.violations());
      return new Report(violations, report.skipped(), report.note());
    }
  }

  private static void send(Cluster cluster, Run run, String id, int number)
      throws InterruptedException {
    Program.Event event = run.program().events().get(number);
    cluster
        .client(cluster.nodes().getFirst())
        .event(run, id, event, run.name() + "/" + event.name());
  }
}
