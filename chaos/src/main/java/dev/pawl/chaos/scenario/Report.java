package dev.pawl.chaos.scenario;

import dev.pawl.chaos.check.Violation;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;

/**
 * What came of a scenario.
 *
 * @param skipped why it could not be run here, if it could not
 * @param note what was seen, in figures
 */
public record Report(List<Violation> violations, Optional<String> skipped, String note) {

  public static Report skipped(String why) {
    return new Report(List.of(), Optional.of(why), "");
  }

  /** It came to no end. */
  public static Report broken(Exception why) {
    StringWriter trace = new StringWriter();
    why.printStackTrace(new PrintWriter(trace));
    return new Report(
        List.of(new Violation("?", "the scenario", trace.toString())), Optional.empty(), "");
  }

  public boolean isClean() {
    return violations.isEmpty();
  }
}
