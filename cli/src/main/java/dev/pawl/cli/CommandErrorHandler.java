package dev.pawl.cli;

import dev.pawl.cli.file.UsageException;
import dev.pawl.cli.http.NoKeyException;
import dev.pawl.cli.http.NoServerException;
import dev.pawl.cli.http.ServerSelection;
import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.show.Printable;
import dev.pawl.client.http.PawlApiException;
import dev.pawl.client.http.RequestInterruptedException;
import dev.pawl.client.http.UnreachableException;
import dev.pawl.model.json.Document;
import dev.pawl.model.json.DocumentFormat;
import dev.pawl.model.json.DocumentText;
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
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Reports errors of commands in one sentence on standard error, never as a stack trace. */
final class CommandErrorHandler implements IParameterExceptionHandler, IExecutionExceptionHandler {

  private static final String JSON = "--json";
  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;

  private final BooleanSupplier debug;

  CommandErrorHandler(BooleanSupplier debug) {
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
    String sentence = sentence(e) + " (" + name + " --help)";
    command.getErr().println("pawl: " + Printable.line(sentence));
    // The parser has no result for invalid arguments; words after -- belong to another program.
    boolean isJson =
        Stream.of(arguments).takeWhile(word -> !word.equals("--")).anyMatch(JSON::equals);
    printProblem(command, isJson, problem("misuse", sentence));
    return ExitCode.MISUSE;
  }

  private static String sentence(ParameterException e) {
    String message = String.valueOf(e.getMessage());
    if (!(e instanceof UnmatchedArgumentException unmatched)) {
      return message.substring(0, 1).toLowerCase(Locale.ROOT) + message.substring(1);
    }
    String argument = unmatched.getUnmatched().isEmpty() ? "" : unmatched.getUnmatched().getFirst();
    boolean isCommand =
        !unmatched.isUnknownOption() && !e.getCommandLine().getSubcommands().isEmpty();
    String unknown =
        unmatched.isUnknownOption()
            ? "there is no option '" + argument + "'"
            : isCommand
                ? "there is no command '" + argument + "'"
                : "'" + argument + "' is one argument too many";
    // With many commands several are always somewhat similar; only the most similar one helps.
    List<String> suggestions =
        unmatched.getSuggestions().stream().limit(isCommand ? 1 : Long.MAX_VALUE).toList();
    return suggestions.isEmpty()
        ? unknown
        : unknown + "; did you mean " + String.join(" or ", suggestions) + "?";
  }

  @Override
  public int handleExecutionException(Exception e, CommandLine command, ParseResult parsed) {
    return switch (e) {
      case UsageException usage -> fail(command, "misuse", usage.getMessage(), ExitCode.MISUSE);
      case NoKeyException none -> fail(command, "no-key", none.getMessage(), ExitCode.FORBIDDEN);
      case NoServerException none ->
          fail(command, "unreachable", none.getMessage(), ExitCode.UNREACHABLE);
      case UnreachableException away ->
          fail(command, "unreachable", withAdvice(command, away), ExitCode.UNREACHABLE);
      case RequestInterruptedException stopped ->
          fail(command, "misuse", "interrupted", ExitCode.MISUSE);
      case PawlApiException refused -> refused(command, refused);
      default -> defect(command, e);
    };
  }

  private static int fail(CommandLine command, String code, String sentence, int exitCode) {
    command.getErr().println("pawl: " + Printable.line(sentence));
    printProblem(command, asksForJson(command), problem(code, sentence));
    return exitCode;
  }

  private static String withAdvice(CommandLine command, UnreachableException away) {
    return command.getCommandSpec().mixins().values().stream()
        .map(CommandSpec::userObject)
        .filter(ServerSelection.class::isInstance)
        .map(mixin -> ((ServerSelection) mixin).address().advice(away))
        .findFirst()
        .map(advice -> away.getMessage() + "; " + advice)
        .orElse(String.valueOf(away.getMessage()));
  }

  private static int refused(CommandLine command, PawlApiException refused) {
    String advice =
        switch (refused.status()) {
          case UNAUTHORIZED -> "; see which key is used with pawl doctor";
          case FORBIDDEN -> "; use a key with a role that has this permission";
          default -> "";
        };
    PrintWriter err = command.getErr();
    err.println("pawl: " + Printable.line(refused.detail() + advice));
    refused.errors().forEach(error -> err.println("  " + Printable.line(errorLine(error))));
    printProblem(command, asksForJson(command), refused.problem());
    return advice.isEmpty() ? ExitCode.FAILURE : ExitCode.FORBIDDEN;
  }

  private int defect(CommandLine command, Exception e) {
    String where = debug.getAsBoolean() ? "" : " (--debug shows where)";
    int exitCode = fail(command, "defect", "unexpected error: " + e + where, ExitCode.DEFECT);
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

  /** Prints a problem as JSON if the command was called with {@code --json}. */
  private static void printProblem(CommandLine command, boolean isJson, Json problem) {
    if (isJson) {
      Json document = JsonObject.of("problem", problem);
      command.getOut().print(DocumentText.of(Document.of(document), DocumentFormat.JSON));
      command.getOut().flush();
    }
  }

  private static String errorLine(Json error) {
    String location = error.get("location").map(Json::asText).orElse("");
    String message = error.get("message").map(Json::asText).orElse(error.toString());
    return location.isEmpty() ? message : location + ": " + message;
  }
}
