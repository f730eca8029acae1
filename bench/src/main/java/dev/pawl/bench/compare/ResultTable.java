package dev.pawl.bench.compare;

import dev.pawl.peers.Workload;
import java.util.Locale;

/** Formats the results as Markdown tables. */
final class ResultTable {

  private final ComparisonResults results;
  private final StringBuilder text = new StringBuilder();

  private ResultTable(ComparisonResults results) {
    this.results = results;
  }

  static String of(ComparisonResults results) {
    return new ResultTable(results).write();
  }

  private String write() {
    for (Workload workload : Workload.values()) {
      if (results.loads().containsKey(workload)) {
        load(workload);
      }
    }
    if (!results.alone().isEmpty()) {
      alone();
    }
    if (!results.raw().isEmpty()) {
      raw();
    }
    results.growth().ifPresent(this::growth);
    return text.toString();
  }

  private void load(Workload workload) {
    text.append("**").append(work(workload)).append("**\n\n");
    text.append(
        """
        | engine | executions/s | steps/s | Pawl does | WAL bytes | commits | CPU ms: engine + PostgreSQL |
        | --- | ---: | ---: | ---: | ---: | ---: | ---: |
        """);
    results
        .titles()
        .forEach(
            (engine, title) ->
                results.load(workload, engine).ifPresent(found -> row(workload, title, found)));
    text.append('\n');
  }

  private void row(Workload workload, String title, Measurement found) {
    String times =
        results
            .load(workload, ComparedEngine.PAWL)
            .filter(pawl -> !pawl.equals(found))
            .map(pawl -> times(pawl.executionsPerSecond() / found.executionsPerSecond()))
            .orElse("");
    line(
        "| %s | %s | %s | %s | %s | %s | %s + %s |",
        title,
        amount(found.executionsPerSecond()),
        amount(found.executionsPerSecond() * workload.steps()),
        times,
        amount(found.walBytes()),
        amount(found.commits()),
        amount(found.engineCpuMillis()),
        amount(found.postgresCpuMillis()));
  }

  private void alone() {
    text.append("**W1, one execution at a time**\n\n");
    text.append("| engine | p50 ms | p99 ms |\n| --- | ---: | ---: |\n");
    results
        .titles()
        .forEach(
            (engine, title) -> {
              Measurement found = results.alone().get(engine);
              if (found != null) {
                line(
                    "| %s | %s | %s |",
                    title, amount(found.p50Millis()), amount(found.p99Millis()));
              }
            });
    text.append('\n');
  }

  private void raw() {
    text.append("**PostgreSQL itself: one row of 300 bytes for each transaction**\n\n");
    text.append("| clients | rows/s | p50 ms | WAL bytes |\n| ---: | ---: | ---: | ---: |\n");
    results
        .raw()
        .forEach(
            (clients, found) ->
                line(
                    "| %d | %s | %s | %s |",
                    clients,
                    amount(found.executionsPerSecond()),
                    amount(found.p50Millis()),
                    amount(found.walBytes())));
    text.append('\n');
  }

  private void growth(GrowthResult growth) {
    text.append("**Growth**\n\n");
    line(
        """
        With %,d parked executions and %,d journal rows in place, W1 runs at %.0f %% of its
        throughput on an empty database (%s against %s executions/s, medians of runs in turn), with
        %.0f %% of its CPU time. The heap holds %d MB after a collection instead of %d MB.
        """,
        growth.parkedExecutions(),
        growth.journalRows(),
        100 * growth.throughput(),
        amount(growth.full().executionsPerSecond()),
        amount(growth.empty().executionsPerSecond()),
        100 * growth.cpu(),
        growth.fullHeapBytes() >> 20,
        growth.emptyHeapBytes() >> 20);
  }

  private static String work(Workload workload) {
    return switch (workload) {
      case W1 -> "W1: five steps, one after the other, each with a result of 500 bytes";
      case W2 -> "W2: a hundred steps at once and a join";
      case W3 -> "W3: one step";
      case W4 -> "W4: five steps, each with a result of 64 KB of which 5 % is new";
    };
  }

  private void line(String format, Object... values) {
    text.append(String.format(Locale.ROOT, format, values)).append('\n');
  }

  private static String times(double ratio) {
    return String.format(Locale.ROOT, ratio < 10 ? "%.1fx" : "%.0fx", ratio);
  }

  /** Formats a value with three significant digits. */
  static String amount(double value) {
    String format = value < 1 ? "%.3f" : value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%,.0f";
    return String.format(Locale.ROOT, format, value);
  }
}
