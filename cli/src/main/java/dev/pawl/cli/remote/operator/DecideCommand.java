package dev.pawl.cli.remote.operator;

import dev.pawl.cli.file.JsonArgument;
import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.remote.shared.ReasonOption;
import dev.pawl.cli.remote.shared.ServerOptions;
import dev.pawl.client.execution.Execution;
import dev.pawl.client.operate.Decision;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Implements {@code pawl decide}: decides a Human step. */
@Command(
    name = "decide",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Decides a Human step with one of its outcomes.", ""},
    footerHeading = "%nExamples:%n",
    footer = {
      "  pawl decide 0190... approved",
      "  pawl decide 0190... rejected --form '{\"comment\": \"too late\"}' --reason budget",
      "  pawl decide 0190... approved --step Approve"
    })
public final class DecideCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(index = "0", paramLabel = "ID", description = "The execution.")
  private String id = "";

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "OUTCOME",
      description = "One of the state's Outcomes; optional if there is only one.")
  private @Nullable String outcome;

  @Option(
      names = "--step",
      paramLabel = "STEP",
      description =
          "The name of its state, or its own in pawl show --json, such as /@3; needed only where"
              + " several steps wait.")
  private @Nullable String step;

  @Option(
      names = "--form",
      paramLabel = "JSON",
      description = "The data for the state's Form: JSON, @file, or - for standard input.")
  private String form = "{}";

  @Mixin private ReasonOption reason = new ReasonOption();

  @Override
  public Integer call() {
    JsonObject body = JsonObject.of("data", JsonArgument.read("--form", form));
    body = outcome == null ? body : body.with("outcome", Json.of(outcome));
    body = step == null ? body : body.with("step", Json.of(step));
    Decision decision = new Decision(reason.addTo(body));
    Execution execution = server.client().operator().decide(id, decision);
    OperatorCommand.showAccepted(server, "decide", execution.json());
    return ExitCode.SUCCESS;
  }
}
