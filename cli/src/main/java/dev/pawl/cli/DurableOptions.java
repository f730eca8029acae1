package dev.pawl.cli;

import dev.pawl.cli.file.UsageException;
import dev.pawl.cli.run.RunScenario;
import dev.pawl.cli.run.ScriptedAnswer;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options of a durable run, which survives the end of the program. */
final class DurableOptions {

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = {
        "Run durably, with an embedded PostgreSQL in this folder, which is created if missing."
            + " Started again with the same flow, input and key after a kill, the run continues"
            + " where it was; when it has ended, its result is shown again.",
        "The run is a test execution with the mocks of the command that started it. A later"
            + " command may leave them out, or add one result for a resource that had none.",
      })
  private Optional<String> data = Optional.empty();

  @Option(
      names = "--database",
      paramLabel = "URL",
      description =
          "Run durably in this database: postgresql://user:password@host:5432/name. PGPASSWORD"
              + " serves too. Other programs there share the work.")
  private Optional<String> database = Optional.empty();

  @Option(
      names = "--key",
      paramLabel = "KEY",
      description =
          "Distinguishes durable runs of the same flow with the same input; also the business key"
              + " by which the execution is found.")
  private Optional<String> key = Optional.empty();

  @Option(names = "--again", description = "Start a new durable run where the last one has ended.")
  private boolean again;

  boolean areGiven() {
    return data.isPresent() || database.isPresent();
  }

  /**
   * Checks that the options contradict neither each other nor the other options.
   *
   * @throws UsageException if they do
   */
  void check(boolean fast, RunScenario scenario) {
    if (data.isPresent() && database.isPresent()) {
      throw new UsageException("--data and --database exclude each other; give one of them");
    }
    if (!areGiven() && (key.isPresent() || again)) {
      throw new UsageException(
          (again ? "--again" : "--key") + " is for durable runs: add --data or --database");
    }
    if (areGiven() && fast) {
      throw new UsageException(
          "--fast cannot skip time in a durable run, which other programs may see; give only one of"
              + " them");
    }
    if (areGiven()) {
      scenario.answers().names().stream()
          .sorted()
          .forEach(name -> checkProgram(name, scenario.answers().all(name)));
    }
  }

  private static void checkProgram(String resource, List<ScriptedAnswer> answers) {
    if (answers.size() > 1 && answers.stream().anyMatch(ScriptedAnswer.Runs.class::isInstance)) {
      throw new UsageException(
          "--exec %s: in a durable run the program is the only answer of its resource; leave out"
                  .formatted(resource)
              + " the others");
    }
  }

  Optional<String> data() {
    return data;
  }

  Optional<String> database() {
    return database;
  }

  Optional<String> key() {
    return key;
  }

  boolean again() {
    return again;
  }
}
