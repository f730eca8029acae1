package dev.pawl.cli.remote;

import dev.pawl.cli.program.Version;
import dev.pawl.sdk.JsonObject;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code pawl resume}. */
@Command(
    name = "resume",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Lets a paused execution, or many, go on.", ""},
    footerHeading = "%nExamples:%n",
    footer = {"  pawl resume 0190...", "  pawl resume --flow order --status paused"})
final class ResumeCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Mixin private Order order = new Order();

  @Override
  public Integer call() {
    return order.give(server, "resume", JsonObject.EMPTY);
  }
}
