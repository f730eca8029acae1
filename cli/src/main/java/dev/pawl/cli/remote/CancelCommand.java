package dev.pawl.cli.remote;

import dev.pawl.cli.file.UsageException;
import dev.pawl.cli.program.Version;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code pawl cancel}. */
@Command(
    name = "cancel",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Ends an execution, or many; what they did and can undo, they undo.", ""},
    footerHeading = "%nExamples:%n",
    footer = {
      "  pawl cancel 0190... --reason \"ordered twice\"",
      "  pawl cancel 0190... --no-compensate",
      "  pawl cancel --flow order --status waiting --dry-run"
    })
final class CancelCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Mixin private Order order = new Order();

  @Option(names = "--no-compensate", description = "Undo nothing; of one execution only.")
  private boolean undoesNothing;

  @Override
  public Integer call() {
    if (undoesNothing && order.isForMany()) {
      throw new UsageException("--no-compensate needs the id of an execution");
    }
    return order.give(
        server,
        "cancel",
        undoesNothing ? JsonObject.of("compensate", Json.of(false)) : JsonObject.EMPTY);
  }
}
