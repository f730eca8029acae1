package dev.pawl.cli.remote.operator;

import dev.pawl.cli.program.Version;
import dev.pawl.cli.remote.shared.ServerOptions;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Implements {@code pawl pause-all}: stops all flows of a tenant. */
@Command(
    name = "pause-all",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Stops the tenant: no execution starts until pawl resume-all. Running ones finish or are"
          + " paused.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  pawl pause-all --reason \"the shop is on fire\"",
      "  pawl pause-all --running pause"
    })
public final class PauseAllCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Mixin private BulkOperatorCommand action = new BulkOperatorCommand();

  @Option(
      names = "--running",
      paramLabel = "finish|pause",
      description = "What happens to running executions; the default is finish.")
  private String running = "finish";

  @Override
  public Integer call() {
    return action.send(server, "pause-all", JsonObject.of("running", Json.of(running)));
  }
}
