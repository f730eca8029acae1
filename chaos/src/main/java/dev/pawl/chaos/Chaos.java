package dev.pawl.chaos;

import dev.pawl.chaos.cluster.EmbeddedPostgresServer;
import dev.pawl.chaos.cluster.PostgresServer;
import dev.pawl.chaos.cluster.TemporaryFolders;
import dev.pawl.chaos.scenario.Scenario;
import dev.pawl.chaos.scenario.ScenarioContext;
import dev.pawl.chaos.scenario.ScenarioReport;
import dev.pawl.chaos.scenario.Scenarios;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs scenarios from the command line: {@code chaos/run all --short --seed 7}. */
public final class Chaos {

  /** Maximum number of violations printed per scenario. */
  private static final int MAX_PRINTED_VIOLATIONS = 20;

  private Chaos() {}

  /** The report of a scenario and its duration. */
  private record Row(Scenario scenario, ScenarioReport report, Duration took) {}

  public static void main(String[] arguments) throws Exception {
    SignalShutdown stop = SignalShutdown.onSignal();
    int code = run(List.of(arguments), stop);
    if (stop.finish()) {
      System.exit(code);
    }
  }

  /** Runs the scenarios and returns the exit code. */
  private static int run(List<String> arguments, SignalShutdown stop) throws Exception {
    Optional<ChaosOptions> parsed = ChaosOptions.parse(arguments);
    if (parsed.isEmpty()) {
      System.out.println(ChaosOptions.USAGE);
      Scenarios.all().forEach(one -> System.out.printf("  %-9s %s%n", one.name(), one.title()));
      return arguments.isEmpty() ? 0 : 2;
    }
    ChaosOptions options = parsed.get();
    System.out.printf("seed %d, evidence in %s%n", options.seed(), options.folder());
    List<Row> rows = new ArrayList<>();
    Path data = TemporaryFolders.open();
    try (PostgresServer server = EmbeddedPostgresServer.start(data)) {
      for (Scenario scenario : options.scenarios()) {
        if (!stop.isStopRequested()) {
          rows.add(run(scenario, server, options, stop));
        }
      }
    } finally {
      TemporaryFolders.delete(data);
    }
    print(rows);
    return rows.stream().allMatch(row -> row.report().isClean()) ? 0 : 1;
  }

  private static Row run(
      Scenario scenario, PostgresServer server, ChaosOptions options, SignalShutdown stop) {
    System.out.printf("%n== %s: %s%n", scenario.name(), scenario.title());
    Path folder = options.folder().resolve(scenario.name());
    long begun = System.nanoTime();
    ScenarioReport report;
    try {
      report =
          scenario.run(
              new ScenarioContext(server, folder, options.seed(), options.brief(), options.soak()));
    } catch (Exception e) {
      report =
          stop.isStopRequested() ? ScenarioReport.skipped("interrupted") : ScenarioReport.broken(e);
    }
    Duration took = Duration.ofNanos(System.nanoTime() - begun);
    int count = report.violations().size();
    report.violations().stream().limit(MAX_PRINTED_VIOLATIONS).forEach(System.out::println);
    if (count > MAX_PRINTED_VIOLATIONS) {
      System.out.printf("and %d more%n", count - MAX_PRINTED_VIOLATIONS);
    }
    System.out.printf(
        "== %s in %d s%s%n",
        word(report), took.toSeconds(), report.skipped().map(why -> ": " + why).orElse(""));
    return new Row(scenario, report, took);
  }

  private static String word(ScenarioReport report) {
    return report.skipped().isPresent() ? "skipped" : report.isClean() ? "kept" : "BROKEN";
  }

  private static void print(List<Row> rows) {
    System.out.println();
    Map<String, Integer> words = new LinkedHashMap<>();
    for (Row row : rows) {
      ScenarioReport report = row.report();
      words.merge(word(report), 1, Integer::sum);
      System.out.printf(
          "%-9s %-8s %4d s  %-42s %s%n",
          row.scenario().name(),
          word(report),
          row.took().toSeconds(),
          row.scenario().title(),
          report.skipped().orElse(report.note()));
    }
    System.out.println(words);
  }
}
