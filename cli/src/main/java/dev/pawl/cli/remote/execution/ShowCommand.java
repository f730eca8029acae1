package dev.pawl.cli.remote.execution;

import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.remote.shared.ExecutionText;
import dev.pawl.cli.remote.shared.ServerOptions;
import dev.pawl.client.execution.ExecutionsApi;
import dev.pawl.client.execution.Step;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Implements {@code pawl show}: shows an execution and its steps. */
@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Shows an execution and its steps.", ""},
    footerHeading = "%nExamples:%n",
    footer = {"  pawl show 0190...", "  pawl show 0190... --json | jq .steps"})
public final class ShowCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(paramLabel = "ID", description = "The execution.")
  private String id = "";

  private static final int MAX_STEPS = 10_000;

  @Override
  public Integer call() {
    ExecutionsApi executions = server.client().executions();
    Json execution = executions.get(id).json();
    List<Json> steps = executions.steps(id).limit(MAX_STEPS).map(Step::json).toList();
    server.show(
        JsonObject.builder().put("execution", execution).put("steps", JsonArray.of(steps)).build(),
        StepText.header(execution)
            + "\n"
            + StepText.table(steps).text(server.paint())
            + "\n"
            + ExecutionText.ending(execution, server.paint()));
    return ExitCode.SUCCESS;
  }
}
