package dev.pawl.chaos.scenario;

import dev.pawl.chaos.check.InvariantViolation;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;

/**
 * The result of a scenario.
 *
 * @param skipped why it could not run here, if it could not
 * @param note what was observed, with numbers
 */
public record ScenarioReport(
    List<InvariantViolation> violations, Optional<String> skipped, String note) {

  public static ScenarioReport skipped(String why) {
    return new ScenarioReport(List.of(), Optional.of(why), "");
  }

  /** Returns the report of a scenario that failed with an exception. */
  public static ScenarioReport broken(Exception why) {
    StringWriter trace = new StringWriter();
    why.printStackTrace(new PrintWriter(trace));
    return new ScenarioReport(
        List.of(new InvariantViolation("?", "the scenario", trace.toString())),
        Optional.empty(),
        "");
  }

  public boolean isClean() {
    return violations.isEmpty();
  }
}
