package dev.pawl.cli.remote;

import dev.pawl.cli.program.Version;
import dev.pawl.sdk.JsonObject;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code pawl resume-all}. */
@Command(
    name = "resume-all",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Lets flows start again after pawl pause-all, and lets go on what it paused.",
      "What was paused before stays so.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {"  pawl resume-all"})
final class ResumeAllCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Mixin private OrderToAll order = new OrderToAll();

  @Override
  public Integer call() {
    return order.give(server, "resume-all", JsonObject.EMPTY);
  }
}
