package dev.pawl.bench.compare;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * The command-line options of {@code ./pawl bench}.
 *
 * @param brief true for the short plan
 * @param json the file for the JSON report
 * @param write true to update docs/performance.md and its chart
 * @param only the engines to measure; empty for all
 */
record BenchmarkOptions(boolean brief, Optional<Path> json, boolean write, List<String> only) {

  static final String USAGE =
      """
      Usage: pawl bench [--short] [--json FILE] [--write] [--only ENGINE,...]
      Measures Pawl beside DBOS Transact, db-scheduler and Flowable on a PostgreSQL of its own.
        --short        in under three minutes, without growth; figures are rougher
        --json FILE    the figures and ratios as JSON
        --write        the table and the chart into docs/performance.md
        --only ENGINE  of pawl, dbos, dbscheduler, flowable
      """;

  static BenchmarkOptions parse(String... args) {
    Deque<String> words = new ArrayDeque<>(List.of(args));
    BenchmarkOptions options = new BenchmarkOptions(false, Optional.empty(), false, List.of());
    while (!words.isEmpty()) {
      String word = words.pop();
      options =
          switch (word) {
            case "--short" -> new BenchmarkOptions(true, options.json, options.write, options.only);
            case "--json" ->
                new BenchmarkOptions(
                    options.brief,
                    Optional.of(Path.of(value(word, words))),
                    options.write,
                    options.only);
            case "--write" -> new BenchmarkOptions(options.brief, options.json, true, options.only);
            case "--only" ->
                new BenchmarkOptions(
                    options.brief,
                    options.json,
                    options.write,
                    List.of(value(word, words).split(",")));
            default -> throw new IllegalArgumentException("unknown option: " + word);
          };
    }
    return options;
  }

  private static String value(String option, Deque<String> words) {
    if (words.isEmpty()) {
      throw new IllegalArgumentException(option + " needs a value");
    }
    return words.pop();
  }
}
