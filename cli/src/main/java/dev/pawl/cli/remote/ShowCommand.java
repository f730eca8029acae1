package dev.pawl.cli.remote;

import dev.pawl.cli.http.Client;
import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code pawl show}. */
@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Shows an execution and its steps.", ""},
    footerHeading = "%nExamples:%n",
    footer = {"  pawl show 0190...", "  pawl show 0190... --json | jq .steps"})
final class ShowCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(paramLabel = "ID", description = "The execution.")
  private String id = "";

  private static final int MOST = 10_000;

  @Override
  public Integer call() {
    Client client = server.client();
    Json execution = client.get(Executions.path(id));
    List<Json> steps = client.list(Executions.path(id) + "/steps", MOST);
    server.show(
        JsonObject.builder().put("execution", execution).put("steps", JsonArray.of(steps)).build(),
        Steps.about(execution)
            + "\n"
            + Steps.table(steps).text(server.paint())
            + "\n"
            + Executions.ending(execution, server.paint()));
    return ExitCode.SUCCESS;
  }
}
