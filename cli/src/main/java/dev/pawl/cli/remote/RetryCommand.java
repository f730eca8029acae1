package dev.pawl.cli.remote;

import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pawl retry}. */
@Command(
    name = "retry",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Tries an execution that has ended again, as a new one.", ""},
    footerHeading = "%nExamples:%n",
    footer = {
      "  pawl retry 0190...",
      "  pawl retry 0190... --from-failure      keeps what was done before"
    })
final class RetryCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(paramLabel = "ID", description = "The execution.")
  private String id = "";

  @Option(names = "--from-failure", description = "Go on at the step that failed.")
  private boolean fromFailure;

  @Override
  public Integer call() {
    String mode = fromFailure ? "from-failure" : "full";
    Json started =
        server.client().post(Executions.path(id) + "/retry?mode=" + mode, JsonObject.EMPTY);
    server.show(started, Executions.text(started, "id") + "\n");
    return ExitCode.SUCCESS;
  }
}
