package dev.pawl.cli.remote.operator;

import dev.pawl.cli.file.UsageException;
import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.remote.shared.ExecutionFilterOptions;
import dev.pawl.cli.remote.shared.ServerOptions;
import dev.pawl.client.execution.ExecutionFilter;
import dev.pawl.client.operate.BulkAction;
import dev.pawl.client.operate.Job;
import dev.pawl.client.operate.MatchCount;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that select the executions of a bulk action. */
final class BulkTarget {

  @Mixin private ExecutionFilterOptions filter = new ExecutionFilterOptions();

  @Option(names = "--dry-run", description = "Only count the matching executions.")
  private boolean dryRun;

  /**
   * Returns true if the action applies to all matching executions, false if it applies to the given
   * id.
   *
   * @throws UsageException if the options name neither or both
   */
  boolean isBulk(Optional<String> id) {
    if (id.isEmpty() && filter.isEmpty()) {
      throw new UsageException("no execution is selected; give an id, or an option such as --flow");
    }
    if (id.isPresent() && (dryRun || !filter.isEmpty())) {
      throw new UsageException("give an id or options that select executions, but not both");
    }
    return id.isEmpty();
  }

  /** Creates a job that applies the action; with {@code --dry-run} only counts the matches. */
  int apply(ServerOptions server, Function<ExecutionFilter, BulkAction> action) {
    BulkAction bulk = action.apply(filter.filter());
    if (dryRun) {
      MatchCount count = server.client().operator().count(bulk);
      server.show(count.json(), countText(count));
    } else {
      Job job = server.client().operator().bulk(bulk);
      server.show(job.json(), JobsCommand.createdMessage(job.json()));
    }
    return ExitCode.SUCCESS;
  }

  private static String countText(MatchCount count) {
    return "%s%d match; nothing was changed\n"
        .formatted(count.isLowerBound() ? "at least " : "", count.matches());
  }
}
