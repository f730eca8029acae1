package dev.pawl.bench.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Replaces the generated part of docs/performance.md. */
final class PerformancePage {

  private static final String BEGIN = "<!-- written by ./pawl bench --write: begin -->\n";
  private static final String END = "<!-- written by ./pawl bench --write: end -->\n";

  private PerformancePage() {}

  static void write(Path docs, ComparisonResults results) throws IOException {
    Files.writeString(docs.resolve("performance.svg"), ResultChart.of(results));
    Path page = docs.resolve("performance.md");
    Files.writeString(page, filled(Files.readString(page), results));
  }

  static String filled(String page, ComparisonResults results) {
    int begin = page.indexOf(BEGIN);
    int end = page.indexOf(END);
    if (begin < 0 || end < begin) {
      throw new IllegalArgumentException("the page has no markers for the table");
    }
    return page.substring(0, begin + BEGIN.length())
        + "\nMeasured on "
        + results.machine()
        + ".\n\n![Executions a second by workload and engine](performance.svg)\n\n"
        + ResultTable.of(results)
        + page.substring(end);
  }
}
