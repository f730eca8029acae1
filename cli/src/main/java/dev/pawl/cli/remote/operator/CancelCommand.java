package dev.pawl.cli.remote.operator;

import dev.pawl.cli.file.UsageException;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.remote.shared.ServerOptions;
import dev.pawl.client.operate.BulkAction;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Implements {@code pawl cancel}: cancels one or many executions. */
@Command(
    name = "cancel",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Cancels one or many executions and compensates the steps they have completed.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  pawl cancel 0190... --reason \"ordered twice\"",
      "  pawl cancel 0190... --no-compensate",
      "  pawl cancel --flow order --status waiting --dry-run"
    })
public final class CancelCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Mixin private OperatorCommand action = new OperatorCommand();

  @Option(
      names = "--no-compensate",
      description = "Do not compensate; only with the id of an execution.")
  private boolean isWithoutCompensation;

  @Override
  public Integer call() {
    if (isWithoutCompensation && action.isBulk()) {
      throw new UsageException("--no-compensate needs the id of an execution");
    }
    return action.apply(
        server,
        "cancel",
        (operator, id, reason) -> operator.cancel(id, reason, !isWithoutCompensation),
        BulkAction::cancel);
  }
}
