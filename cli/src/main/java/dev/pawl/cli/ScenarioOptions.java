package dev.pawl.cli;

import dev.pawl.cli.run.AnswerOption;
import dev.pawl.cli.run.RunScenario;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** The options that define a scenario: answers of resources, events, and decisions. */
final class ScenarioOptions {

  @Option(
      names = "--mock",
      paramLabel = "RESOURCE=JSON",
      parameterConsumer = AnswerOption.InOrder.class,
      description = {
        "The result of a resource: JSON, or @file. Given again for the same resource, it is the"
            + " result of the next call; the last result is repeated. Calls are counted per"
            + " execution: a child starts with the first result.",
        "It also gives the text that an ItemReader reads (JSON, or a .csv, .jsonl or .txt file)."
      })
  private List<AnswerOption> mocks = new ArrayList<>();

  @Option(
      names = "--mock-error",
      paramLabel = "RESOURCE=NAME[:CAUSE]",
      parameterConsumer = AnswerOption.InOrder.class,
      description =
          "The error with which a resource fails; ordered with the --mock options of the resource.")
  private List<AnswerOption> errors = new ArrayList<>();

  @Option(
      names = "--exec",
      paramLabel = "RESOURCE=COMMAND",
      parameterConsumer = AnswerOption.InOrder.class,
      description =
          "A shell command that does the work of a resource: it reads the input as JSON and"
              + " writes its result as JSON. PAWL_IDEMPOTENCY_KEY is the same each time the same"
              + " step is attempted. Ordered like --mock; in a durable run it is the only"
              + " answer of its resource.")
  private List<AnswerOption> programs = new ArrayList<>();

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

  RunScenario scenario() {
    RunScenario scenario = AnswerOption.scenario(mocks, errors, programs);
    events.forEach(scenario::addEvent);
    decisions.forEach(scenario::addDecision);
    return scenario;
  }
}
