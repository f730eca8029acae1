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
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Implements {@code pawl show}: shows an execution and its steps. */
@Command(
    name = "show",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Shows an execution and its steps.", ""},
    footerHeading = "%nExamples:%n",
    footer = {
      "  pawl show 0190...",
      "  pawl show 0190... --at 12",
      "  pawl show 0190... --json | jq .steps"
    })
public final class ShowCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(paramLabel = "ID", description = "The execution.")
  private String id = "";

  @Option(
      names = "--at",
      paramLabel = "FACT",
      description = "Show the steps as they were after the fact with this number.")
  private @Nullable Long at;

  private static final int MAX_STEPS = 10_000;

  @Override
  public Integer call() {
    ExecutionsApi executions = server.client().executions();
    Json execution = executions.get(id).json();
    if (at != null) {
      return showAt(executions, execution, at);
    }
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

  private int showAt(ExecutionsApi executions, Json execution, long fact) {
    Json state = executions.state(id, fact);
    List<Json> steps = executions.steps(id, fact).limit(MAX_STEPS).map(Step::json).toList();
    server.show(
        JsonObject.builder()
            .put("execution", execution)
            .put("state", state)
            .put("steps", JsonArray.of(steps))
            .build(),
        StepText.header(execution)
            + "\n"
            + StepText.table(steps).text(server.paint())
            + "\nAfter fact %d the execution was %s.\n"
                .formatted(fact, state.get("status").map(Json::asText).orElse("")));
    return ExitCode.SUCCESS;
  }
}
