package dev.pawl.chaos;

import dev.pawl.chaos.cluster.EmbeddedServer;
import dev.pawl.chaos.cluster.Folders;
import dev.pawl.chaos.cluster.Server;
import dev.pawl.chaos.scenario.Arena;
import dev.pawl.chaos.scenario.Report;
import dev.pawl.chaos.scenario.Scenario;
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

  /** How many broken promises of one scenario are printed. */
  private static final int SHOWN = 20;

  private Chaos() {}

  /** What came of a scenario, and how long it took. */
  private record Row(Scenario scenario, Report report, Duration took) {}

  public static void main(String[] arguments) throws Exception {
    Stop stop = Stop.onSignal();
    int code = run(List.of(arguments), stop);
    if (stop.isNeedless()) {
      System.exit(code);
    }
  }

  /** The exit code. */
  private static int run(List<String> arguments, Stop stop) throws Exception {
    Optional<ChaosOptions> parsed = ChaosOptions.parse(arguments);
    if (parsed.isEmpty()) {
      System.out.println(ChaosOptions.USAGE);
      Scenarios.all().forEach(one -> System.out.printf("  %-9s %s%n", one.name(), one.title()));
      return arguments.isEmpty() ? 0 : 2;
    }
    ChaosOptions options = parsed.get();
    System.out.printf("seed %d, evidence in %s%n", options.seed(), options.folder());
    List<Row> rows = new ArrayList<>();
    Path data = Folders.open();
    try (Server server = EmbeddedServer.start(data)) {
      for (Scenario scenario : options.scenarios()) {
        if (!stop.isAsked()) {
          rows.add(run(scenario, server, options, stop));
        }
      }
    } finally {
      Folders.delete(data);
    }
    print(rows);
    return rows.stream().allMatch(row -> row.report().isClean()) ? 0 : 1;
  }

  private static Row run(Scenario scenario, Server server, ChaosOptions options, Stop stop) {
    System.out.printf("%n== %s: %s%n", scenario.name(), scenario.title());
    Path folder = options.folder().resolve(scenario.name());
    long begun = System.nanoTime();
    Report report;
    try {
      report =
          scenario.run(new Arena(server, folder, options.seed(), options.brief(), options.soak()));
    } catch (Exception e) {
      report = stop.isAsked() ? Report.skipped("it was broken off") : Report.broken(e);
    }
    Duration took = Duration.ofNanos(System.nanoTime() - begun);
    int count = report.violations().size();
    report.violations().stream().limit(SHOWN).forEach(System.out::println);
    if (count > SHOWN) {
      System.out.printf("and %d more%n", count - SHOWN);
    }
    System.out.printf(
        "== %s in %d s%s%n",
        word(report), took.toSeconds(), report.skipped().map(why -> ": " + why).orElse(""));
    return new Row(scenario, report, took);
  }

  private static String word(Report report) {
    return report.skipped().isPresent() ? "skipped" : report.isClean() ? "kept" : "BROKEN";
  }

  private static void print(List<Row> rows) {
    System.out.println();
    Map<String, Integer> words = new LinkedHashMap<>();
    for (Row row : rows) {
      Report report = row.report();
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
