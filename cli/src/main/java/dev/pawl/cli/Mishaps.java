package dev.pawl.cli;

import dev.pawl.cli.file.UsageException;
import dev.pawl.cli.http.NoKeyException;
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
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Whatever goes wrong is told in one sentence on standard error, never by a stack trace. */
final class Mishaps implements IParameterExceptionHandler, IExecutionExceptionHandler {

  private static final String JSON = "--json";

  private final BooleanSupplier debug;

  Mishaps(BooleanSupplier debug) {
    this.debug = debug;
  }

  @Override
  public int handleParseException(ParameterException e, String[] arguments) {
    CommandLine command = e.getCommandLine();
    if (arguments.length == 0) {
      command.usage(command.getErr());
      return ExitCode.MISUSE;
    }
    String name = command.getCommandSpec().qualifiedName();
    String sentence = sentence(e) + " (" + name + " --help tells more)";
    command.getErr().println("pawl: " + Printable.line(sentence));
    // What could not be understood is no result of parsing; what follows -- is not meant for us.
    boolean isJson =
        Stream.of(arguments).takeWhile(word -> !word.equals("--")).anyMatch(JSON::equals);
    tellPrograms(command, isJson, problem("misuse", sentence));
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
    return switch (e) {
      case UsageException usage -> ends(command, "misuse", usage.getMessage(), ExitCode.MISUSE);
      case NoKeyException none -> ends(command, "no-key", none.getMessage(), ExitCode.FORBIDDEN);
      case UnreachableException away ->
          ends(command, "unreachable", away.getMessage(), ExitCode.UNREACHABLE);
      case ProblemException problem -> refused(command, problem);
      default -> defect(command, e);
    };
  }

  private static int ends(CommandLine command, String code, String sentence, int exitCode) {
    command.getErr().println("pawl: " + Printable.line(sentence));
    tellPrograms(command, asksForJson(command), problem(code, sentence));
    return exitCode;
  }

  private static int refused(CommandLine command, ProblemException problem) {
    PrintWriter err = command.getErr();
    err.println("pawl: " + Printable.line(problem.getMessage()));
    problem.errors().forEach(error -> err.println("  " + Printable.line(told(error))));
    tellPrograms(command, asksForJson(command), problem.problem());
    return problem.exitCode();
  }

  private int defect(CommandLine command, Exception e) {
    String where = debug.getAsBoolean() ? "" : " (--debug shows where)";
    int exitCode =
        ends(command, "defect", "this should not have happened: " + e + where, ExitCode.DEFECT);
    if (debug.getAsBoolean()) {
      e.printStackTrace(command.getErr());
    }
    return exitCode;
  }

  private static JsonObject problem(String code, String detail) {
    return JsonObject.of("code", Json.of(code)).with("detail", Json.of(detail));
  }

  private static boolean asksForJson(CommandLine command) {
    return command.getParseResult().hasMatchedOption(JSON);
  }

  /** Who asked for JSON gets a document, whatever happens. */
  private static void tellPrograms(CommandLine command, boolean isJson, Json problem) {
    if (isJson) {
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
