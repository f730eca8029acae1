package dev.pawl.cli.remote;

import dev.pawl.cli.program.Version;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code pawl pause-all}. */
@Command(
    name = "pause-all",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Stops everything of the tenant: nothing starts, and all that runs is paused.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {"  pawl pause-all --reason \"the shop is on fire\""})
final class PauseAllCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Mixin private OrderToAll order = new OrderToAll();

  @Override
  public Integer call() {
    return order.give(server, "pause-all");
  }
}
