package dev.pawl.cli.remote;

import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.sdk.Json;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code pawl retry}. */
@Command(
    name = "retry",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Tries an execution that has ended again, as a new one.", ""},
    footerHeading = "%nExamples:%n",
    footer = {
      "  pawl retry 0190... --reason \"the disk was full\"",
      "  pawl retry 0190... --from-failure      keeps what was done before"
    })
final class RetryCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Mixin private Order order = new Order();

  @Option(names = "--from-failure", description = "Go on at the step that failed.")
  private boolean fromFailure;

  @Override
  public Integer call() {
    Json started = order.told(server, "retry?mode=" + (fromFailure ? "from-failure" : "full"));
    server.show(started, Executions.text(started, "id") + "\n");
    return ExitCode.SUCCESS;
  }
}
