package dev.pawl.chaos.scenario;

import dev.pawl.chaos.check.InvariantViolation;
import dev.pawl.chaos.client.Run;
import dev.pawl.chaos.cluster.NodeCluster;
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

/** Faulty handlers and definitions beside healthy ones. */
final class HandlerScenarios {

  private HandlerScenarios() {}

  /** Handlers that exceed their timeout on every attempt. */
  static ScenarioReport slow(ScenarioContext context) throws Exception {
    Program slow = HardPrograms.slow(context.choose(3_000, 30_000));
    return beside(context, slow, context.choose(20, 200));
  }

  /** Handlers that are never answered. */
  static ScenarioReport unanswered(ScenarioContext context) throws Exception {
    return beside(context, HardPrograms.unanswered(), context.choose(20, 200));
  }

  /** Handlers that compute without end and ignore interruption, more of them than processors. */
  static ScenarioReport busy(ScenarioContext context) throws Exception {
    return beside(context, HardPrograms.busy(), 4);
  }

  /** Handlers that answer while the next attempt runs. */
  static ScenarioReport lateAnswers(ScenarioContext context) throws Exception {
    return beside(context, HardPrograms.lateAnswers(), context.choose(20, 200));
  }

  private static ScenarioReport beside(ScenarioContext context, Program troubled, int count)
      throws Exception {
    Program healthy = Programs.five();
    try (NodeCluster cluster = context.calmCluster(2, troubled, healthy)) {
      cluster.crowd().begin(troubled, count);
      cluster.crowd().load(() -> healthy, context.choose(10, 30), context.seconds(4, 20));
      return context.judge(cluster);
    }
  }

  /** Runs races, duplicates and faulty handlers together, as a short form. */
  static ScenarioReport together(ScenarioContext context) throws Exception {
    Program racing = Programs.listener();
    Program repeated = Programs.gates();
    Program slow = HardPrograms.slow(3_000);
    Program unanswered = HardPrograms.unanswered();
    Program late = HardPrograms.lateAnswers();
    try (NodeCluster cluster = context.calmCluster(2, racing, repeated, slow, unanswered, late)) {
      for (Program troubled : List.of(slow, unanswered, late)) {
        cluster.crowd().begin(troubled, 10);
      }
      EventScenarios.duplicate(context, cluster.crowd(), repeated);
      EventScenarios.raceEvents(context, cluster, racing);
      return context.judge(cluster);
    }
  }

  /** Makes a definition unreadable while executions need it. */
  static ScenarioReport poison(ScenarioContext context) throws Exception {
    Program poisoned = Programs.gates();
    Program healthy = Programs.five();
    try (NodeCluster cluster = context.calmCluster(1, poisoned, healthy)) {
      List<String> ids = new ArrayList<>();
      for (int i = 0; i < context.choose(10, 200); i++) {
        Run run = cluster.crowd().run(poisoned, true);
        Optional<String> id = cluster.client(cluster.nodes().getFirst()).start(run);
        ids.add(id.orElseThrow());
        cluster.crowd().send(() -> send(cluster, run, id.get(), 0));
      }
      cluster.awaitLive(ids.size(), "owner is null");
      cluster.execute(
          "update pawl.version set document = convert_to('{\"StartAt\": 1}', 'UTF8')"
              + " where flow = 'gates'");
      // Nodes cache definitions: only a new node reads the table.
      cluster.nodes().getFirst().stop(Duration.ofSeconds(20));
      cluster.add(2);
      List<Run> runs = cluster.crowd().runs();
      for (int i = 0; i < ids.size(); i++) {
        Run run = runs.get(i);
        String id = ids.get(i);
        cluster.crowd().send(() -> send(cluster, run, id, 1));
      }
      cluster.crowd().load(() -> healthy, context.choose(10, 30), context.seconds(3, 20));
      List<InvariantViolation> violations = new ArrayList<>();
      if (!cluster.awaitLive(ids.size(), "paused and incident like '%cannot be read%'")) {
        violations.add(
            new InvariantViolation(
                "I5", "poisoned executions", "no incident is shown for all of them"));
      }
      cluster.deployAgain(poisoned);
      for (String id : ids) {
        NodeHandle node = cluster.nodes().getFirst();
        node.endpoint().resume(id);
      }
      ScenarioReport report = context.judge(cluster, Duration.ofMinutes(2));
      violations.addAll(report.violations());
      return new ScenarioReport(violations, report.skipped(), report.note());
    }
  }

  /** Removes a module while executions need it, and installs it again. */
  static ScenarioReport uninstalled(ScenarioContext context) throws Exception {
    Program modular = HardPrograms.modular();
    Program healthy = Programs.five();
    Path module = context.folder().resolve("module").toAbsolutePath();
    try (NodeCluster cluster = context.calmCluster(0, modular, healthy)) {
      Files.writeString(module, "installed");
      for (int i = 0; i < 2; i++) {
        cluster.add(cluster.settings(), Map.of(NodeProcess.MODULE, module.toString()));
      }
      int count = context.choose(20, 200);
      cluster.crowd().begin(modular, count);
      List<InvariantViolation> violations = new ArrayList<>();
      if (!cluster.awaitEach(count, "waits_for like '%timer%'")) {
        violations.add(new InvariantViolation("I5", "the executions", "do not sleep"));
      }
      Files.delete(module);
      cluster.crowd().load(() -> healthy, context.choose(10, 30), context.seconds(3, 20));
      if (!cluster.awaitEach(count, "waits_for like '%handler:module%' and not paused")) {
        violations.add(
            new InvariantViolation(
                "I5", "executions without a module", "not all say what they wait for"));
      }
      if (!cluster.awaitLive(count, "true")) {
        violations.add(
            new InvariantViolation("I7", "others", "did not end while a module was away"));
      }
      Files.writeString(module, "installed again");
      ScenarioReport report = context.judge(cluster, Duration.ofMinutes(1));
      violations.addAll(report.violations());
      return new ScenarioReport(violations, report.skipped(), report.note());
    }
  }

  private static void send(NodeCluster cluster, Run run, String id, int number)
      throws InterruptedException {
    Program.Event event = run.program().events().get(number);
    cluster
        .client(cluster.nodes().getFirst())
        .event(run, id, event, run.name() + "/" + event.name());
  }
}
