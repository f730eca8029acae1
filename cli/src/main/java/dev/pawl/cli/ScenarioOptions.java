package dev.pawl.cli;

import dev.pawl.cli.run.Scenario;
import java.util.ArrayList;
import java.util.List;
import java.util.Stack;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options that say what the outside does. */
final class ScenarioOptions {

  @Option(
      names = "--mock",
      paramLabel = "RESOURCE=JSON",
      parameterConsumer = InOrder.class,
      description = {
        "What a resource answers: JSON, or @file. Given again for the same resource, it answers the"
            + " next call; the last answer is repeated.",
        "It also gives the text that an ItemReader reads (JSON, or a .csv, .jsonl or .txt file)."
      })
  private List<Given> mocks = new ArrayList<>();

  @Option(
      names = "--mock-error",
      paramLabel = "RESOURCE=NAME[:CAUSE]",
      parameterConsumer = InOrder.class,
      description = "The error with which a resource fails; takes its turn among the --mock of it.")
  private List<Given> errors = new ArrayList<>();

  @Option(
      names = "--exec",
      paramLabel = "RESOURCE=COMMAND",
      parameterConsumer = InOrder.class,
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

  /** An answer as it was written, with its place among all answers. */
  private record Given(int place, String option, String text) {}

  Scenario scenario() {
    Scenario scenario = new Scenario();
    List<Given> answers = new ArrayList<>(mocks);
    answers.addAll(errors);
    answers.addAll(programs);
    answers.sort((a, b) -> Integer.compare(a.place(), b.place()));
    for (Given given : answers) {
      switch (given.option()) {
        case "--mock-error" -> scenario.addFailure(given.text());
        case "--exec" -> scenario.addProgram(given.text());
        default -> scenario.addMock(given.text());
      }
    }
    events.forEach(scenario::addEvent);
    decisions.forEach(scenario::addDecision);
    return scenario;
  }

  /** Keeps the order of answers, errors and programs, which are three options. */
  static final class InOrder implements IParameterConsumer {

    @Override
    public void consumeParameters(Stack<String> arguments, ArgSpec option, CommandSpec command) {
      String name = ((OptionSpec) option).longestName();
      if (arguments.isEmpty()) {
        throw new ParameterException(
            command.commandLine(), "%s needs %s".formatted(name, option.paramLabel()));
      }
      List<Given> earlier = option.getValue();
      List<Given> given = new ArrayList<>(earlier);
      // What is left to read shrinks from option to option.
      given.add(new Given(-arguments.size(), name, arguments.pop()));
      option.setValue(given);
    }
  }
}
