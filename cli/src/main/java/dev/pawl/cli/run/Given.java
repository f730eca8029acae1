package dev.pawl.cli.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Stack;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** An answer as it was written, with its place among all answers. */
public record Given(int place, String option, String text) {

  /** What all of them say, each in its turn. */
  @SafeVarargs
  public static Scenario scenario(List<Given>... options) {
    List<Given> answers = new ArrayList<>();
    for (List<Given> option : options) {
      answers.addAll(option);
    }
    answers.sort((a, b) -> Integer.compare(a.place(), b.place()));
    Scenario scenario = new Scenario();
    for (Given given : answers) {
      switch (given.option()) {
        case "--mock-error" -> scenario.addFailure(given.text());
        case "--exec" -> scenario.addProgram(given.text());
        default -> scenario.addMock(given.text());
      }
    }
    return scenario;
  }

  /** Keeps the order of answers, errors and programs, which are several options. */
  public static final class InOrder implements IParameterConsumer {

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
