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
  private record Given(int place, boolean fails, String text) {}

  Scenario scenario() {
    Scenario scenario = new Scenario();
    List<Given> answers = new ArrayList<>(mocks);
    answers.addAll(errors);
    answers.sort((a, b) -> Integer.compare(a.place(), b.place()));
    for (Given given : answers) {
      if (given.fails()) {
        scenario.addFailure(given.text());
      } else {
        scenario.addMock(given.text());
      }
    }
    events.forEach(scenario::addEvent);
    decisions.forEach(scenario::addDecision);
    return scenario;
  }

  /** Keeps the order of answers and errors, which are two options. */
  static final class InOrder implements IParameterConsumer {

    @Override
    public void consumeParameters(Stack<String> arguments, ArgSpec option, CommandSpec command) {
      if (arguments.isEmpty()) {
        throw new ParameterException(
            command.commandLine(),
            "%s needs %s".formatted(((OptionSpec) option).longestName(), option.paramLabel()));
      }
      boolean fails = ((OptionSpec) option).longestName().equals("--mock-error");
      List<Given> earlier = option.getValue();
      List<Given> given = new ArrayList<>(earlier);
      // What is left to read shrinks from option to option.
      given.add(new Given(-arguments.size(), fails, arguments.pop()));
      option.setValue(given);
    }
  }
}
