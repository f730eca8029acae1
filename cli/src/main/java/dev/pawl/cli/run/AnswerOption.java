package dev.pawl.cli.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Stack;
import picocli.CommandLine.IParameterConsumer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;

/** A scripted answer as it was written, with its position among all answers. */
public record AnswerOption(int position, String option, String text) {

  /** Returns the scenario of all answers, in the order of the command line. */
  @SafeVarargs
  public static RunScenario scenario(List<AnswerOption>... options) {
    List<AnswerOption> answers = new ArrayList<>();
    for (List<AnswerOption> option : options) {
      answers.addAll(option);
    }
    answers.sort((a, b) -> Integer.compare(a.position(), b.position()));
    RunScenario scenario = new RunScenario();
    for (AnswerOption given : answers) {
      switch (given.option()) {
        case "--mock-error" -> scenario.addFailure(given.text());
        case "--exec" -> scenario.addProgram(given.text());
        default -> scenario.addMock(given.text());
      }
    }
    return scenario;
  }

  /** Records the order of answers, errors and programs, which are separate options. */
  public static final class InOrder implements IParameterConsumer {

    @Override
    public void consumeParameters(Stack<String> arguments, ArgSpec option, CommandSpec command) {
      String name = ((OptionSpec) option).longestName();
      if (arguments.isEmpty()) {
        throw new ParameterException(
            command.commandLine(), "%s needs %s".formatted(name, option.paramLabel()));
      }
      List<AnswerOption> earlier = option.getValue();
      List<AnswerOption> given = new ArrayList<>(earlier);
      // The number of remaining arguments decreases from option to option.
      given.add(new AnswerOption(-arguments.size(), name, arguments.pop()));
      option.setValue(given);
    }
  }
}
