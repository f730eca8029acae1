package dev.pawl.cli.remote;

import dev.pawl.cli.program.Version;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code pawl pause-all}. */
@Command(
    name = "pause-all",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Stops the tenant: nothing starts until pawl resume-all. What runs finishes, or is paused.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  pawl pause-all --reason \"the shop is on fire\"",
      "  pawl pause-all --running pause"
    })
final class PauseAllCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Mixin private OrderToAll order = new OrderToAll();

  @Option(
      names = "--running",
      paramLabel = "finish|pause",
      description = "What becomes of executions that run; they finish unless this says pause.")
  private String running = "finish";

  @Override
  public Integer call() {
    return order.give(server, "pause-all", JsonObject.of("running", Json.of(running)));
  }
}
