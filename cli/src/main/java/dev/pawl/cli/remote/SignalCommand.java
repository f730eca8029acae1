package dev.pawl.cli.remote;

import dev.pawl.cli.file.JsonArgument;
import dev.pawl.cli.http.Client;
import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.sdk.Json;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pawl signal}. */
@Command(
    name = "signal",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Hands an event to an execution, which keeps it until it waits for it.", ""},
    footerHeading = "%nExamples:%n",
    footer = {
      "  pawl signal 0190... approved",
      "  pawl signal 0190... approved --payload '{\"by\": \"Ada\"}'"
    })
final class SignalCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(index = "0", paramLabel = "ID", description = "The execution.")
  private String id = "";

  @Parameters(index = "1", paramLabel = "EVENT", description = "The name of the event.")
  private String event = "";

  @Option(
      names = "--payload",
      paramLabel = "JSON",
      description = "What it brings: JSON, @file, or - for standard input.")
  private String payload = "{}";

  @Override
  public Integer call() {
    Json answer =
        server
            .client()
            .post(
                Executions.path(id) + "/events/" + Client.part(event),
                JsonArgument.read("--payload", payload));
    server.show(answer, "the event '" + event + "' was handed over\n");
    return ExitCode.SUCCESS;
  }
}
