package dev.pawl.cli.remote;

import dev.pawl.cli.file.UsageException;
import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.show.Printable;
import dev.pawl.cli.show.Table;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code pawl ls}. */
@Command(
    name = "ls",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Lists executions, newest first.",
      "",
      "Children (items of distributed Maps, flows that Tasks call) are left out",
      "unless --parent or --all is given.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  pawl ls",
      "  pawl ls --status failed --flow order",
      "  pawl ls --label team:shop --limit 500 --json",
      "  pawl ls --parent 0190... --status failed"
    })
final class LsCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Mixin private Filter filter = new Filter();

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "How many at most; 50 if nothing is said.")
  private int limit = 50;

  @Option(names = "--all", description = "Children too; the same as --parent any.")
  private boolean all;

  @Override
  public Integer call() {
    if (all && filter.hasParent()) {
      throw new UsageException("give --parent or --all, but not both");
    }
    if (all) {
      filter.showChildren();
    }
    List<Json> found = server.client().list("/api/flows/executions" + filter.query(), limit);
    Table table = table(found, filter.hasParent());
    server.show(
        JsonObject.of("items", JsonArray.of(found)),
        table.isEmpty() ? "no executions\n" : table.text(server.paint()));
    return ExitCode.SUCCESS;
  }

  private static Table table(List<Json> found, boolean showsParents) {
    List<String> titles =
        new ArrayList<>(
            List.of("ID", "FLOW", "STATUS", "STARTED", "DURATION", "BUSINESS KEY", "ERROR"));
    if (showsParents) {
      titles.add(2, "PARENT");
    }
    Table table = new Table(titles.toArray(String[]::new));
    for (Json one : found) {
      List<String> cells =
          new ArrayList<>(
              List.of(
                  Executions.text(one, "id"),
                  Executions.version(one),
                  Executions.status(one),
                  Executions.time(Executions.text(one, "startedAt")),
                  Executions.took(one),
                  Executions.text(one, "businessKey"),
                  Printable.shortened(Executions.error(one), 60)));
      if (showsParents) {
        cells.add(2, Executions.text(one, "parent"));
      }
      table.row(cells.toArray(String[]::new));
    }
    return table;
  }
}
