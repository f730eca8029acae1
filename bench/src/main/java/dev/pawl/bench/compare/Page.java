package dev.pawl.bench.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The part of docs/performance.md that is written by a run and not by hand. */
final class Page {

  private static final String BEGIN = "<!-- written by ./pawl bench --write: begin -->\n";
  private static final String END = "<!-- written by ./pawl bench --write: end -->\n";

  private Page() {}

  static void write(Path docs, Results results) throws IOException {
    Files.writeString(docs.resolve("performance.svg"), Chart.of(results));
    Path page = docs.resolve("performance.md");
    Files.writeString(page, filled(Files.readString(page), results));
  }

  static String filled(String page, Results results) {
    int begin = page.indexOf(BEGIN);
    int end = page.indexOf(END);
    if (begin < 0 || end < begin) {
      throw new IllegalArgumentException("the page has no place for a table");
    }
    return page.substring(0, begin + BEGIN.length())
        + "\nMeasured on "
        + results.machine()
        + ".\n\n![Executions a second by workload and engine](performance.svg)\n\n"
        + Table.of(results)
        + page.substring(end);
  }
}
