package dev.pawl.cli.remote;

import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.show.Table;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code pawl nodes}. */
@Command(
    name = "nodes",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Lists the nodes that share the work.", ""},
    footerHeading = "%nExamples:%n",
    footer = {"  pawl nodes"})
final class NodesCommand implements Callable<Integer> {

  private static final int MOST = 10_000;

  @Mixin private ServerOptions server = new ServerOptions();

  @Override
  public Integer call() {
    List<Json> nodes = server.client().list("/api/nodes", MOST);
    Table table = new Table("NODE", "NAME", "STATUS", "SINCE", "LEASE UNTIL", "EXECUTIONS");
    for (Json node : nodes) {
      table.row(
          Executions.text(node, "id"),
          Executions.text(node, "name"),
          Executions.text(node, "status"),
          Executions.time(Executions.text(node, "startedAt")),
          Executions.time(Executions.text(node, "leaseUntil")),
          Executions.text(node, "executions"));
    }
    server.show(JsonObject.of("items", JsonArray.of(nodes)), table.text(server.paint()));
    return ExitCode.SUCCESS;
  }
}
