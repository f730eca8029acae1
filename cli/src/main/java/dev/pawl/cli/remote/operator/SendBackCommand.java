package dev.pawl.cli.remote.operator;

import dev.pawl.cli.program.Version;
import dev.pawl.cli.remote.shared.ServerOptions;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Implements {@code pawl send-back}: sends an execution back to an earlier step. */
@Command(
    name = "send-back",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Sends an execution back to an earlier step, with the input it had then.", ""},
    footerHeading = "%nExamples:%n",
    footer = {"  pawl send-back 0190... Pack --reason \"the wrong box\" --compensate"})
public final class SendBackCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Mixin private StepCommand action = new StepCommand();

  @Option(names = "--compensate", description = "Compensate the steps completed since then.")
  private boolean compensate;

  @Override
  public Integer call() {
    return action.apply(
        server,
        "send-back",
        (operator, step, reason) ->
            operator.sendBack(step.execution(), step.id(), compensate, reason),
        step -> true);
  }
}
