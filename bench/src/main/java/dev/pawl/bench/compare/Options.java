package dev.pawl.bench.compare;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * What the command line asks for.
 *
 * @param brief instead of thorough
 * @param json the file for the figures
 * @param write whether the page and its chart are written
 * @param only the engines to take; none means all
 */
record Options(boolean brief, Optional<Path> json, boolean write, List<String> only) {

  static final String USAGE =
      """
      Usage: pawl bench [--short] [--json FILE] [--write] [--only ENGINE,...]
      Measures Pawl beside DBOS Transact, db-scheduler and Flowable on a PostgreSQL of its own.
        --short        in under three minutes, without growth; figures are rougher
        --json FILE    the figures and ratios as JSON
        --write        the table and the chart into docs/performance.md
        --only ENGINE  of pawl, dbos, dbscheduler, flowable
      """;

  static Options parse(String... args) {
    Deque<String> words = new ArrayDeque<>(List.of(args));
    Options options = new Options(false, Optional.empty(), false, List.of());
    while (!words.isEmpty()) {
      String word = words.pop();
      options =
          switch (word) {
            case "--short" -> new Options(true, options.json, options.write, options.only);
            case "--json" ->
                new Options(
                    options.brief,
                    Optional.of(Path.of(value(word, words))),
                    options.write,
                    options.only);
            case "--write" -> new Options(options.brief, options.json, true, options.only);
            case "--only" ->
                new Options(
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
