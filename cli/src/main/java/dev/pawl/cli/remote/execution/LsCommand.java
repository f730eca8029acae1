package dev.pawl.cli.remote.execution;

import dev.pawl.cli.file.UsageException;
import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.remote.shared.ExecutionFilterOptions;
import dev.pawl.cli.remote.shared.ExecutionText;
import dev.pawl.cli.remote.shared.ServerOptions;
import dev.pawl.cli.show.Printable;
import dev.pawl.cli.show.Table;
import dev.pawl.client.execution.Execution;
import dev.pawl.client.execution.ExecutionOrder;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Implements {@code pawl ls}: lists executions. */
@Command(
    name = "ls",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Lists executions, newest first unless sorted otherwise.",
      "",
      "Children (items of distributed Maps, flows that Tasks call) are left out",
      "unless --parent or --all is given.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  pawl ls",
      "  pawl ls --status failed,timed_out --flow order",
      "  pawl ls --status running --took '>10m' --sort duration",
      "  pawl ls --label team:shop --limit 500 --json",
      "  pawl ls --parent 0190... --status failed"
    })
public final class LsCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Mixin private ExecutionFilterOptions filter = new ExecutionFilterOptions();

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "The maximum number of executions; the default is 50.")
  private int limit = 50;

  @Option(
      names = "--sort",
      paramLabel = "FIELD",
      description = "Sort by started, updated or duration, the latest or longest first.")
  private String sort = "started";

  @Option(names = "--reverse", description = "Show the earliest or shortest first.")
  private boolean reverse;

  @Option(names = "--all", description = "Include children; the same as --parent any.")
  private boolean all;

  @Override
  public Integer call() {
    if (all && filter.hasParent()) {
      throw new UsageException("give --parent or --all, but not both");
    }
    if (all) {
      filter.showChildren();
    }
    List<Json> found =
        server
            .client()
            .executions()
            .search(filter.filter(), new ExecutionOrder(field(sort), !reverse), limit)
            .map(Execution::json)
            .toList();
    Table table = table(found, filter.hasParent());
    server.show(
        JsonObject.of("items", JsonArray.of(found)),
        table.isEmpty() ? "no executions\n" : table.text(server.paint()));
    return ExitCode.SUCCESS;
  }

  private static ExecutionOrder.Field field(String sort) {
    try {
      return ExecutionOrder.Field.valueOf(sort.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw new UsageException(
          "--sort: must be started, updated or duration, got '%s'".formatted(sort));
    }
  }

  private static Table table(List<Json> found, boolean showsParents) {
    List<String> titles =
        new ArrayList<>(
            List.of(
                "ID", "FLOW", "STATUS", "STARTED", "DURATION", "STEPS", "BUSINESS KEY", "REASON"));
    if (showsParents) {
      titles.add(2, "PARENT");
    }
    Table table = new Table(titles.toArray(String[]::new));
    for (Json one : found) {
      List<String> cells =
          new ArrayList<>(
              List.of(
                  ExecutionText.text(one, "id"),
                  ExecutionText.version(one),
                  ExecutionText.status(one),
                  ExecutionText.time(ExecutionText.text(one, "startedAt")),
                  ExecutionText.elapsed(one),
                  ExecutionText.steps(one),
                  ExecutionText.text(one, "businessKey"),
                  Printable.shortened(ExecutionText.reason(one), 60)));
      if (showsParents) {
        cells.add(2, ExecutionText.text(one, "parent"));
      }
      table.row(cells.toArray(String[]::new));
    }
    return table;
  }
}
