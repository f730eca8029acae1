package dev.pawl.chaos.scenario;

import dev.pawl.chaos.check.InvariantViolation;
import dev.pawl.chaos.cluster.NodeCluster;
import dev.pawl.chaos.ledger.Effect;
import dev.pawl.chaos.program.Program;
import dev.pawl.chaos.program.Programs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Moves the clock of one node by an hour, forward and back. */
final class ClockScenario {

  private static final List<Path> LIBFAKETIME_PATHS =
      List.of(
          Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"),
          Path.of("/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1"),
          Path.of("/usr/lib/faketime/libfaketimeMT.so.1"));

  /** The shortest wait of the flow between two effects, less the difference between clocks. */
  private static final Duration MIN_WAIT = Duration.ofMillis(950);

  private ClockScenario() {}

  private static Optional<Path> library() {
    String named = System.getenv().getOrDefault("PAWL_FAKETIME", "");
    return Stream.concat(Stream.of(Path.of(named)), LIBFAKETIME_PATHS.stream())
        .filter(Files::isRegularFile)
        .findFirst();
  }

  static ScenarioReport jumps(ScenarioContext context) throws Exception {
    Optional<Path> library = library();
    if (library.isEmpty()) {
      return ScenarioReport.skipped(
          "needs libfaketime: install the package faketime (Debian, Ubuntu) or libfaketime"
              + " (Fedora), or let PAWL_FAKETIME name libfaketimeMT.so.1");
    }
    Program program = Programs.five();
    try (NodeCluster cluster = context.calmCluster(1, program)) {
      Path clock = Files.writeString(context.folder().resolve("clock"), "+0\n");
      cluster.add(
          cluster.settings(),
          Map.of(
              "LD_PRELOAD", library.get().toString(),
              "FAKETIME_TIMESTAMP_FILE", clock.toString(),
              "FAKETIME_NO_CACHE", "1",
              "FAKETIME_DONT_FAKE_MONOTONIC", "1",
              // Otherwise timed waits of threads return at once.
              "FAKETIME_FORCE_MONOTONIC_FIX", "0"));
      for (String jump : List.of("+3600", "-3600", "+0", "+86400")) {
        cluster.crowd().load(() -> program, context.choose(10, 30), context.seconds(2, 10));
        Files.writeString(clock, jump + "\n");
      }
      cluster.crowd().load(() -> program, context.choose(10, 30), context.seconds(2, 10));
      ScenarioReport report = context.judge(cluster);
      List<InvariantViolation> violations = new ArrayList<>(report.violations());
      violations.addAll(early(cluster.ledger().effects()));
      return new ScenarioReport(violations, report.skipped(), report.note());
    }
  }

  /** Reports waits that were shorter than the flow says. */
  private static List<InvariantViolation> early(List<Effect> effects) {
    Map<String, Instant> charged = new HashMap<>();
    for (Effect effect : effects) {
      if (effect.label().equals("charge")) {
        charged.putIfAbsent(effect.run(), effect.at());
      }
    }
    List<InvariantViolation> violations = new ArrayList<>();
    for (Effect effect : effects) {
      Instant before = charged.get(effect.run());
      if (effect.label().equals("ship")
          && before != null
          && effect.at().isBefore(before.plus(MIN_WAIT))) {
        violations.add(new InvariantViolation("I4", effect.run(), "a timer rang before its time"));
      }
    }
    return violations;
  }
}
