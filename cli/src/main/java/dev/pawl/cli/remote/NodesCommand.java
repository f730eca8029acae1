package dev.pawl.cli.remote;

import dev.pawl.cli.http.Client;
import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.show.Table;
import dev.pawl.sdk.Json;
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

  @Mixin private ServerOptions server = new ServerOptions();

  @Override
  public Integer call() {
    Json answer = server.client().get("/api/nodes");
    Table table = new Table("NODE", "NAME", "STATUS", "SINCE", "LEASE UNTIL", "EXECUTIONS");
    for (Json node : Client.elements(answer)) {
      table.row(
          Executions.text(node, "id"),
          Executions.text(node, "name"),
          Executions.text(node, "status"),
          Executions.time(Executions.text(node, "startedAt")),
          Executions.time(Executions.text(node, "leaseUntil")),
          Executions.text(node, "executions"));
    }
    server.show(answer, table.text(server.paint()));
    return ExitCode.SUCCESS;
  }
}
