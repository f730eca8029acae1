package dev.pawl.cli;

import dev.pawl.cli.file.UsageException;
import dev.pawl.cli.run.Neighbours;
import dev.pawl.cli.run.Scenario;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options that let a run outlive the program. */
final class DurableOptions {

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = {
        "Run durably, on a PostgreSQL of its own in this folder, which is made if it is not there."
            + " Killed and started again with the same flow, input and key, the run goes on where"
            + " it was; when it has ended, its result is shown again.",
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
          "Tells durable runs of the same flow with the same input apart; also the business key by"
              + " which the execution is found.")
  private Optional<String> key = Optional.empty();

  @Option(names = "--again", description = "Start a new durable run where the last one has ended.")
  private boolean again;

  boolean areGiven() {
    return data.isPresent() || database.isPresent();
  }

  /**
   * @throws UsageException if they contradict each other or the rest
   */
  void check(boolean fast, Scenario scenario) {
    if (data.isPresent() && database.isPresent()) {
      throw new UsageException("--data and --database are two places; name one of them");
    }
    if (!areGiven() && (key.isPresent() || again)) {
      throw new UsageException(
          (again ? "--again" : "--key") + " is for durable runs: add --data or --database");
    }
    if (areGiven() && fast) {
      throw new UsageException(
          "--fast cannot skip time in a durable run, which others may see; leave out one of both");
    }
    Optional<String> flow =
        scenario.answers().names().stream().filter(Neighbours::isFlow).sorted().findFirst();
    if (areGiven() && flow.isPresent()) {
      throw new UsageException(
          "a durable run calls the flow itself: '%s' cannot be mocked".formatted(flow.get()));
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
