package dev.pawl.cli.remote;

import dev.pawl.cli.program.Version;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code pawl cancel}. */
@Command(
    name = "cancel",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Ends an execution; what it did and can undo, it undoes.", ""},
    footerHeading = "%nExamples:%n",
    footer = {"  pawl cancel 0190... --reason \"ordered twice\""})
final class CancelCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Mixin private Order order = new Order();

  @Override
  public Integer call() {
    return order.give(server, "cancel");
  }
}
