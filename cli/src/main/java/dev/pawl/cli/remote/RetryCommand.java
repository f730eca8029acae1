package dev.pawl.cli.remote;

import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code pawl retry}. */
@Command(
    name = "retry",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Tries an execution that has ended, or many, again, as new ones.", ""},
    footerHeading = "%nExamples:%n",
    footer = {
      "  pawl retry 0190... --reason \"the disk was full\"",
      "  pawl retry 0190... --from-failure      keeps what was done before",
      "  pawl retry --flow order --status failed --from 2030-01-01T00:00:00Z"
    })
final class RetryCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Mixin private Order order = new Order();

  @Option(names = "--from-failure", description = "Go on at the step that failed.")
  private boolean fromFailure;

  @Override
  public Integer call() {
    String mode = fromFailure ? "from-failure" : "full";
    if (order.isForMany()) {
      return order.giveMany(server, "retry", JsonObject.of("mode", Json.of(mode)));
    }
    Json started = order.told(server, "retry?mode=" + mode, JsonObject.EMPTY);
    server.show(started, Executions.text(started, "id") + "\n");
    return ExitCode.SUCCESS;
  }
}
