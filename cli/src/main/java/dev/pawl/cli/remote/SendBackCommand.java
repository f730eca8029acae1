package dev.pawl.cli.remote;

import dev.pawl.cli.program.Version;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code pawl send-back}. */
@Command(
    name = "send-back",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Lets an execution go on from an earlier step, with what it had then.", ""},
    footerHeading = "%nExamples:%n",
    footer = {"  pawl send-back 0190... Pack --reason \"the wrong box\" --compensate"})
final class SendBackCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Mixin private StepOrder order = new StepOrder();

  @Option(names = "--compensate", description = "Undo what was done since.")
  private boolean compensate;

  @Override
  public Integer call() {
    return order.give(
        server, "send-back", JsonObject.of("compensate", Json.of(compensate)), step -> true);
  }
}
