package dev.pawl.cli;

import dev.pawl.cli.file.UsageException;
import dev.pawl.cli.http.ProblemException;
import dev.pawl.cli.http.UnreachableException;
import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.show.Printable;
import dev.pawl.model.json.Document;
import dev.pawl.model.json.DocumentText;
import dev.pawl.model.json.Format;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
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
      return ExitCode.MISUSE;
    }
    err.println("pawl: " + Printable.line(sentence(e)) + " (" + name + " --help tells more)");
    return ExitCode.MISUSE;
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
    // Of many commands some are always a little alike; only the likest is meant.
    List<String> suggestions =
        unmatched.getSuggestions().stream().limit(isCommand ? 1 : Long.MAX_VALUE).toList();
    return suggestions.isEmpty()
        ? unknown
        : unknown + "; did you mean " + String.join(" or ", suggestions) + "?";
  }

  @Override
  public int handleExecutionException(Exception e, CommandLine command, ParseResult parsed) {
    PrintWriter err = command.getErr();
    if (e instanceof UsageException usage) {
      err.println("pawl: " + Printable.line(usage.getMessage()));
      return ExitCode.MISUSE;
    }
    if (e instanceof ProblemException problem) {
      err.println("pawl: " + Printable.line(problem.getMessage()));
      problem.errors().forEach(error -> err.println("  " + Printable.line(told(error))));
      tellPrograms(command, problem.problem());
      return problem.exitCode();
    }
    if (e instanceof UnreachableException away) {
      err.println("pawl: " + Printable.line(away.getMessage()));
      tellPrograms(command, JsonObject.of("code", Json.of("unreachable")));
      return ExitCode.UNREACHABLE;
    }
    err.println(
        "pawl: this should not have happened: "
            + Printable.line(e.toString())
            + (debug.getAsBoolean() ? "" : " (--debug shows where)"));
    if (debug.getAsBoolean()) {
      e.printStackTrace(err);
    }
    return ExitCode.DEFECT;
  }

  /** Who asked for JSON gets a document, whatever happens. */
  private static void tellPrograms(CommandLine command, Json problem) {
    if (command.getParseResult().hasMatchedOption("--json")) {
      Json document = JsonObject.of("problem", problem);
      command.getOut().print(DocumentText.of(Document.of(document), Format.JSON));
      command.getOut().flush();
    }
  }

  private static String told(Json error) {
    String location = error.get("location").map(Json::asText).orElse("");
    String message = error.get("message").map(Json::asText).orElse(error.toString());
    return location.isEmpty() ? message : location + ": " + message;
  }
}
