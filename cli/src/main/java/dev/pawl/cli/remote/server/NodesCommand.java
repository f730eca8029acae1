package dev.pawl.cli.remote.server;

import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.remote.shared.ExecutionText;
import dev.pawl.cli.remote.shared.ServerOptions;
import dev.pawl.cli.show.Table;
import dev.pawl.client.admin.NodeInfo;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Implements {@code pawl nodes}: lists the nodes that share the work. */
@Command(
    name = "nodes",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Lists the nodes that share the work.", ""},
    footerHeading = "%nExamples:%n",
    footer = {"  pawl nodes"})
public final class NodesCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Override
  public Integer call() {
    List<Json> nodes = server.client().server().nodes().map(NodeInfo::json).toList();
    Table table = new Table("NODE", "NAME", "STATUS", "SINCE", "LEASE UNTIL", "EXECUTIONS");
    for (Json node : nodes) {
      table.row(
          ExecutionText.text(node, "id"),
          ExecutionText.text(node, "name"),
          ExecutionText.text(node, "status"),
          ExecutionText.time(ExecutionText.text(node, "startedAt")),
          ExecutionText.time(ExecutionText.text(node, "leaseUntil")),
          ExecutionText.text(node, "executions"));
    }
    server.show(JsonObject.of("items", JsonArray.of(nodes)), table.text(server.paint()));
    return ExitCode.SUCCESS;
  }
}
