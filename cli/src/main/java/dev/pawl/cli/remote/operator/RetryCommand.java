package dev.pawl.cli.remote.operator;

import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.remote.shared.ServerOptions;
import dev.pawl.client.execution.Execution;
import dev.pawl.client.operate.BulkAction;
import dev.pawl.client.operate.RetryMode;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Implements {@code pawl retry}: retries ended executions as new executions. */
@Command(
    name = "retry",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Retries one or many ended executions as new executions.", ""},
    footerHeading = "%nExamples:%n",
    footer = {
      "  pawl retry 0190... --reason \"the disk was full\"",
      "  pawl retry 0190... --from-failure      keeps the completed steps",
      "  pawl retry --flow order --status failed --from 2030-01-01T00:00:00Z"
    })
public final class RetryCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Mixin private OperatorCommand action = new OperatorCommand();

  @Option(names = "--from-failure", description = "Start at the step that failed.")
  private boolean fromFailure;

  @Override
  public Integer call() {
    RetryMode mode = fromFailure ? RetryMode.FROM_FAILURE : RetryMode.FULL;
    if (action.isBulk()) {
      return action.applyToMany(server, filter -> BulkAction.retry(filter, mode));
    }
    Execution started =
        action.applyToOne(server, (operator, id, reason) -> operator.retry(id, mode, reason));
    server.show(started.json(), started.id() + "\n");
    return ExitCode.SUCCESS;
  }
}
