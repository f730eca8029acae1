package dev.pawl.cli;

import dev.pawl.cli.file.UsageException;
import dev.pawl.cli.show.Printable;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Whatever goes wrong is told in one sentence on standard error, never by a stack trace. */
final class Mishaps implements IParameterExceptionHandler, IExecutionExceptionHandler {

  private final BooleanSupplier debug;

  Mishaps(BooleanSupplier debug) {
    this.debug = debug;
  }

  @Override
  public int handleParseException(ParameterException e, String[] arguments) {
    CommandLine command = e.getCommandLine();
    String name = command.getCommandSpec().qualifiedName();
    PrintWriter err = command.getErr();
    if (arguments.length == 0) {
      command.usage(err);
      return Pawl.MISUSE;
    }
    err.println("pawl: " + Printable.line(sentence(e)) + " (" + name + " --help tells more)");
    return Pawl.MISUSE;
  }

  private static String sentence(ParameterException e) {
    String message = String.valueOf(e.getMessage());
    if (!(e instanceof UnmatchedArgumentException unmatched)) {
      return message.substring(0, 1).toLowerCase(Locale.ROOT) + message.substring(1);
    }
    String what = unmatched.getUnmatched().isEmpty() ? "" : unmatched.getUnmatched().getFirst();
    boolean isCommand =
        !unmatched.isUnknownOption() && !e.getCommandLine().getSubcommands().isEmpty();
    String unknown =
        unmatched.isUnknownOption()
            ? "there is no option '" + what + "'"
            : isCommand
                ? "there is no command '" + what + "'"
                : "'" + what + "' is one argument too many";
    List<String> suggestions = unmatched.getSuggestions();
    return suggestions.isEmpty()
        ? unknown
        : unknown + "; did you mean " + String.join(" or ", suggestions) + "?";
  }

  @Override
  public int handleExecutionException(Exception e, CommandLine command, ParseResult parsed) {
    PrintWriter err = command.getErr();
    if (e instanceof UsageException usage) {
      err.println("pawl: " + Printable.line(usage.getMessage()));
      return Pawl.MISUSE;
    }
    err.println(
        "pawl: this should not have happened: "
            + Printable.line(e.toString())
            + (debug.getAsBoolean() ? "" : " (--debug shows where)"));
    if (debug.getAsBoolean()) {
      e.printStackTrace(err);
    }
    return Pawl.DEFECT;
  }
}
