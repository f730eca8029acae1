package dev.pawl.cli.remote;

import dev.pawl.cli.http.Client;
import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.show.Table;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code pawl flows}. */
@Command(
    name = "flows",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Lists the flows of a server.", ""},
    footerHeading = "%nExamples:%n",
    footer = {"  pawl flows", "  pawl flows --search order"})
final class FlowsCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  private static final int MOST = 10_000;

  @Option(names = "--search", paramLabel = "TEXT", description = "Whose code or name has that.")
  private @Nullable String search;

  @Override
  public Integer call() {
    String query = search == null ? "" : "?search=" + Client.part(search);
    List<Json> flows = server.client().list("/api/flows" + query, MOST);
    Table table = new Table("CODE", "STATUS", "ACTIVE", "CHANGED", "NAME");
    for (Json flow : flows) {
      String active = Executions.text(flow, "active");
      table.row(
          Executions.text(flow, "code"),
          Executions.text(flow, "status"),
          active.isEmpty() ? "" : "v" + active,
          Executions.time(Executions.text(flow, "updatedAt")),
          Executions.text(flow, "name"));
    }
    server.show(
        JsonObject.of("items", JsonArray.of(flows)),
        table.isEmpty() ? "no flows; pawl deploy FILE --publish\n" : table.text(server.paint()));
    return ExitCode.SUCCESS;
  }
}
