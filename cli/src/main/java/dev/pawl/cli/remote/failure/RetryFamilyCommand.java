package dev.pawl.cli.remote.failure;

import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.remote.operator.JobsCommand;
import dev.pawl.cli.remote.shared.ReasonOption;
import dev.pawl.cli.remote.shared.ServerOptions;
import dev.pawl.client.execution.ExecutionFilter;
import dev.pawl.client.operate.BulkAction;
import dev.pawl.client.operate.Job;
import dev.pawl.client.operate.MatchCount;
import dev.pawl.client.operate.RetryMode;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Implements {@code pawl failures retry}: retries the executions of a family by a job. */
@Command(
    name = "retry",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Retries the executions of a failure family that no other execution retries.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  pawl failures retry 9f2c41d07ab3e865 --dry-run",
      "  pawl failures retry 9f2c41d07ab3e865 --from-failure --per-minute 60"
    })
final class RetryFamilyCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Mixin private ReasonOption reason = new ReasonOption();

  @Parameters(paramLabel = "FAMILY", description = "The id of the family.")
  private String family = "";

  @Option(names = "--from-failure", description = "Start at the step that failed.")
  private boolean fromFailure;

  @Option(names = "--of-version", paramLabel = "N", description = "Executions of this version.")
  private @Nullable Integer version;

  @Option(
      names = "--per-minute",
      paramLabel = "N",
      description = "Retry at most so many per minute.")
  private @Nullable Integer perMinute;

  @Option(names = "--dry-run", description = "Only count the executions.")
  private boolean dryRun;

  @Override
  public Integer call() {
    ExecutionFilter filter = ExecutionFilter.all().family(family).notRetried();
    BulkAction retry =
        BulkAction.retry(
            version == null ? filter : filter.version(version),
            fromFailure ? RetryMode.FROM_FAILURE : RetryMode.FULL);
    retry = reason.text().isEmpty() ? retry : retry.reason(reason.text());
    retry = perMinute == null ? retry : retry.perMinute(perMinute);
    if (dryRun) {
      MatchCount count = server.client().operator().count(retry);
      server.show(
          count.json(),
          "%s%d would be retried; nothing was changed\n"
              .formatted(count.isLowerBound() ? "at least " : "", count.matches()));
    } else {
      Job job = server.client().operator().bulk(retry);
      server.show(job.json(), JobsCommand.createdMessage(job.json()));
    }
    return ExitCode.SUCCESS;
  }
}
