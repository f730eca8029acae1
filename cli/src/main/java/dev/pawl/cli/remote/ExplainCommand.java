package dev.pawl.cli.remote;

import dev.pawl.cli.http.Client;
import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.show.Printable;
import dev.pawl.sdk.Json;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code pawl explain}. */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Says why an execution is not moving, and what would let it.", ""},
    footerHeading = "%nExamples:%n",
    footer = {"  pawl explain 0190..."})
final class ExplainCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(paramLabel = "ID", description = "The execution.")
  private String id = "";

  @Override
  public Integer call() {
    Json answer = server.client().get(Executions.path(id) + "/explain");
    server.show(answer, text(answer));
    return ExitCode.SUCCESS;
  }

  private String text(Json answer) {
    String status = Executions.text(answer, "status");
    StringBuilder text = new StringBuilder();
    String deadline = Executions.text(answer, "deadline");
    text.append(Executions.painted(status, server.paint()));
    text.append(Executions.compensating(answer));
    text.append(deadline.isEmpty() ? "" : " (times out " + Executions.time(deadline) + " UTC)");
    text.append('\n');
    for (Json reason : Client.elements(answer.get("reasons").orElse(answer))) {
      String state = Executions.text(reason, "state");
      String since = Executions.text(reason, "since");
      String until = Executions.text(reason, "until");
      text.append("  ").append(Printable.line(state.isEmpty() ? "" : state + ": "));
      text.append(Printable.line(Executions.text(reason, "what")));
      text.append(since.isEmpty() ? "" : " (since " + Executions.time(since) + " UTC)");
      text.append(until.isEmpty() ? "" : " (until " + Executions.time(until) + " UTC)");
      text.append("\n    released by: ");
      String release = Executions.text(reason, "release");
      text.append(Printable.line(release)).append('\n');
      Releases.command(release)
          .ifPresent(command -> text.append("    type:        ").append(command).append('\n'));
    }
    return text.toString();
  }
}
