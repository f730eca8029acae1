package dev.pawl.cli.remote;

import dev.pawl.cli.file.JsonArgument;
import dev.pawl.cli.http.Client;
import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.util.List;
import java.util.Optional;
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
    description = {
      "Hands an event to an execution, or to many, which keep it until they wait for it.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  pawl signal 0190... approved",
      "  pawl signal 0190... approved --payload '{\"by\": \"Ada\"}'",
      "  pawl signal approved --flow order --label team:shop"
    })
final class SignalCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(
      arity = "1..2",
      paramLabel = "[ID] EVENT",
      hideParamSyntax = true,
      description = "The execution and the name of the event; the name alone for all that fit.")
  private List<String> words = List.of();

  @Option(
      names = "--payload",
      paramLabel = "JSON",
      description = "What it brings: JSON, @file, or - for standard input.")
  private String payload = "{}";

  @Mixin private Many many = new Many();

  @Override
  public Integer call() {
    String event = words.getLast();
    Json brought = JsonArgument.read("--payload", payload);
    Optional<String> id = words.stream().limit(words.size() - 1L).findFirst();
    if (many.areMeant(id)) {
      return many.tell(
          server, "signal", JsonObject.of("event", Json.of(event)).with("payload", brought));
    }
    String path = Executions.path(id.orElseThrow()) + "/events/" + Client.part(event);
    server.show(server.client().post(path, brought), "the event '" + event + "' was handed over\n");
    return ExitCode.SUCCESS;
  }
}
