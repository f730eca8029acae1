package dev.pawl.cli.remote.operator;

import dev.pawl.cli.file.JsonArgument;
import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.remote.shared.ServerOptions;
import dev.pawl.client.execution.Execution;
import dev.pawl.client.operate.BulkAction;
import dev.pawl.sdk.Json;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Implements {@code pawl signal}: sends an event to one or many executions. */
@Command(
    name = "signal",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Sends an event to one or many executions, which keep it until they wait for it.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  pawl signal 0190... approved",
      "  pawl signal 0190... approved --payload '{\"by\": \"Ada\"}'",
      "  pawl signal approved --flow order --label team:shop"
    })
public final class SignalCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(
      arity = "1..2",
      paramLabel = "[ID] EVENT",
      hideParamSyntax = true,
      description =
          "The execution and the name of the event; only the name for all that match the options.")
  private List<String> arguments = List.of();

  @Option(
      names = "--payload",
      paramLabel = "JSON",
      description = "The payload: JSON, @file, or - for standard input.")
  private String payload = "{}";

  @Mixin private BulkTarget target = new BulkTarget();

  @Override
  public Integer call() {
    String event = arguments.getLast();
    Json payloadJson = JsonArgument.read("--payload", payload);
    Optional<String> id = arguments.stream().limit(arguments.size() - 1L).findFirst();
    if (target.isBulk(id)) {
      return target.apply(server, filter -> BulkAction.signal(filter, event, payloadJson));
    }
    Execution execution = server.client().operator().signal(id.orElseThrow(), event, payloadJson);
    server.show(execution.json(), "the event '" + event + "' was sent\n");
    return ExitCode.SUCCESS;
  }
}
