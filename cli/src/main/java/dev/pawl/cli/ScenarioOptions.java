package dev.pawl.cli;

import dev.pawl.cli.run.Given;
import dev.pawl.cli.run.Scenario;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The options that say what the outside does. */
final class ScenarioOptions {

  @Option(
      names = "--mock",
      paramLabel = "RESOURCE=JSON",
      parameterConsumer = Given.InOrder.class,
      description = {
        "What a resource answers: JSON, or @file. Given again for the same resource, it answers the"
            + " next call; the last answer is repeated.",
        "It also gives the text that an ItemReader reads (JSON, or a .csv, .jsonl or .txt file)."
      })
  private List<Given> mocks = new ArrayList<>();

  @Option(
      names = "--mock-error",
      paramLabel = "RESOURCE=NAME[:CAUSE]",
      parameterConsumer = Given.InOrder.class,
      description = "The error with which a resource fails; takes its turn among the --mock of it.")
  private List<Given> errors = new ArrayList<>();

  @Option(
      names = "--exec",
      paramLabel = "RESOURCE=COMMAND",
      parameterConsumer = Given.InOrder.class,
      description =
          "A line for the shell that does the work of a resource: it reads the input as JSON and"
              + " writes its result as JSON. PAWL_IDEMPOTENCY_KEY is the same each time the same"
              + " step is tried. Takes its turn like --mock.")
  private List<Given> programs = new ArrayList<>();

  @Option(
      names = "--event",
      paramLabel = "NAME[=JSON]",
      description = "An event that arrives at the start and is kept until a state waits for it.")
  private List<String> events = new ArrayList<>();

  @Option(
      names = "--decide",
      paramLabel = "STATE=OUTCOME[:JSON]",
      description = "What a person decides at a Human state, with the form's data.")
  private List<String> decisions = new ArrayList<>();

  Scenario scenario() {
    Scenario scenario = Given.scenario(mocks, errors, programs);
    events.forEach(scenario::addEvent);
    decisions.forEach(scenario::addDecision);
    return scenario;
  }
}
