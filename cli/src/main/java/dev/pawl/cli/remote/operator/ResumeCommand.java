package dev.pawl.cli.remote.operator;

import dev.pawl.cli.program.Version;
import dev.pawl.cli.remote.shared.ServerOptions;
import dev.pawl.client.operate.BulkAction;
import dev.pawl.client.operate.OperatorApi;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Implements {@code pawl resume}: resumes one or many paused executions. */
@Command(
    name = "resume",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Resumes one or many paused executions.", ""},
    footerHeading = "%nExamples:%n",
    footer = {"  pawl resume 0190...", "  pawl resume --flow order --status paused"})
public final class ResumeCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Mixin private OperatorCommand action = new OperatorCommand();

  @Override
  public Integer call() {
    return action.apply(server, "resume", OperatorApi::resume, BulkAction::resume);
  }
}
