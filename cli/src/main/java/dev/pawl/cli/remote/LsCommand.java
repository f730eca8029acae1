package dev.pawl.cli.remote;

import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.show.Printable;
import dev.pawl.cli.show.Table;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
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
    description = {"Lists executions, newest first.", ""},
    footerHeading = "%nExamples:%n",
    footer = {
      "  pawl ls",
      "  pawl ls --status failed --flow order",
      "  pawl ls --label team:shop --limit 500 --json"
    })
final class LsCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Mixin private Filter filter = new Filter();

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "How many at most; 50 if nothing is said.")
  private int limit = 50;

  @Override
  public Integer call() {
    List<Json> found = server.client().list("/api/flows/executions" + filter.query(), limit);
    Table table = new Table("ID", "FLOW", "STATUS", "STARTED", "TOOK", "BUSINESS KEY", "ERROR");
    for (Json one : found) {
      table.row(
          Executions.text(one, "id"),
          Executions.version(one),
          Executions.text(one, "status"),
          Executions.time(Executions.text(one, "startedAt")),
          Executions.took(one),
          Executions.text(one, "businessKey"),
          Printable.shortened(Executions.error(one), 60));
    }
    server.show(
        JsonObject.of("items", JsonArray.of(found)),
        table.isEmpty() ? "no executions\n" : table.text(server.paint()));
    return ExitCode.SUCCESS;
  }
}
