package dev.pawl.cli.remote;

import dev.pawl.cli.program.Version;
import dev.pawl.sdk.JsonObject;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code pawl pause}. */
@Command(
    name = "pause",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Lets an execution, or many, rest: what is under way may end, nothing begins.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  pawl pause 0190... --reason \"wait for the fix\"",
      "  pawl pause --flow order --label team:shop"
    })
final class PauseCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Mixin private Order order = new Order();

  @Override
  public Integer call() {
    return order.give(server, "pause", JsonObject.EMPTY);
  }
}
