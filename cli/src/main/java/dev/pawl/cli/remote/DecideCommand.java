package dev.pawl.cli.remote;

import dev.pawl.cli.file.JsonArgument;
import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pawl decide}. */
@Command(
    name = "decide",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Decides a Human step that waits, with one of its outcomes.", ""},
    footerHeading = "%nExamples:%n",
    footer = {
      "  pawl decide 0190... approved",
      "  pawl decide 0190... rejected --form '{\"comment\": \"too late\"}' --reason budget",
      "  pawl decide 0190... approved --step Approve"
    })
final class DecideCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(index = "0", paramLabel = "ID", description = "The execution.")
  private String id = "";

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "OUTCOME",
      description = "One of the state's Outcomes; may be left out where there is only one.")
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
      description = "What the state's Form asks for: JSON, @file, or - for standard input.")
  private String form = "{}";

  @Mixin private Reason reason = new Reason();

  @Override
  public Integer call() {
    JsonObject body = JsonObject.of("data", JsonArgument.read("--form", form));
    body = outcome == null ? body : body.with("outcome", Json.of(outcome));
    body = step == null ? body : body.with("step", Json.of(step));
    Json execution = server.client().post(Executions.path(id) + "/decide", reason.of(body));
    Order.accepted(server, "decide", execution);
    return ExitCode.SUCCESS;
  }
}
