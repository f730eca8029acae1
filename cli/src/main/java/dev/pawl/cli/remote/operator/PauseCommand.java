package dev.pawl.cli.remote.operator;

import dev.pawl.cli.program.Version;
import dev.pawl.cli.remote.shared.ServerOptions;
import dev.pawl.client.operate.BulkAction;
import dev.pawl.client.operate.OperatorApi;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Implements {@code pawl pause}: pauses one or many executions. */
@Command(
    name = "pause",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Pauses one or many executions: steps in progress finish, no new step starts.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  pawl pause 0190... --reason \"wait for the fix\"",
      "  pawl pause --flow order --label team:shop"
    })
public final class PauseCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Mixin private OperatorCommand action = new OperatorCommand();

  @Override
  public Integer call() {
    return action.apply(server, "pause", OperatorApi::pause, BulkAction::pause);
  }
}
