package dev.pawl.cli.remote.execution;

import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.remote.shared.ExecutionText;
import dev.pawl.cli.remote.shared.ServerOptions;
import dev.pawl.cli.show.Printable;
import dev.pawl.client.http.JsonMembers;
import dev.pawl.sdk.Json;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Implements {@code pawl explain}: explains why an execution does not advance. */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Explains why an execution does not advance, and what would release it.", ""},
    footerHeading = "%nExamples:%n",
    footer = {"  pawl explain 0190..."})
public final class ExplainCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(paramLabel = "ID", description = "The execution.")
  private String id = "";

  @Override
  public Integer call() {
    Json answer = server.client().executions().explain(id).json();
    server.show(answer, text(answer));
    return ExitCode.SUCCESS;
  }

  private String text(Json answer) {
    String status = ExecutionText.text(answer, "status");
    StringBuilder text = new StringBuilder();
    String deadline = ExecutionText.text(answer, "deadline");
    text.append(ExecutionText.painted(status, server.paint()));
    text.append(ExecutionText.compensating(answer));
    text.append(deadline.isEmpty() ? "" : " (times out " + ExecutionText.time(deadline) + " UTC)");
    text.append('\n');
    for (Json reason : JsonMembers.list(answer, "reasons")) {
      String state = ExecutionText.text(reason, "state");
      String since = ExecutionText.text(reason, "since");
      String until = ExecutionText.text(reason, "until");
      text.append("  ").append(Printable.line(state.isEmpty() ? "" : state + ": "));
      text.append(Printable.line(ExecutionText.text(reason, "what")));
      text.append(since.isEmpty() ? "" : " (since " + ExecutionText.time(since) + " UTC)");
      text.append(until.isEmpty() ? "" : " (until " + ExecutionText.time(until) + " UTC)");
      text.append("\n    released by: ");
      String release = ExecutionText.text(reason, "release");
      text.append(Printable.line(release)).append('\n');
      SuggestedCommands.command(release)
          .ifPresent(command -> text.append("    type:        ").append(command).append('\n'));
    }
    return text.toString();
  }
}
