package dev.pawl.cli.remote.outbound;

import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.remote.shared.CommandOutput;
import dev.pawl.cli.remote.shared.ExecutionText;
import dev.pawl.cli.remote.shared.ServerOptions;
import dev.pawl.cli.show.Table;
import dev.pawl.client.outbound.ConnectionInfo;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Implements {@code pawl connections}, the parent of the commands for connections. */
@Command(
    name = "connections",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Saves, lists, shows and deletes connections to other systems.", ""},
    synopsisSubcommandLabel = "[set | ls | show | rm]",
    subcommands = {
      SetConnectionCommand.class,
      ConnectionsCommand.ListConnections.class,
      ConnectionsCommand.ShowConnection.class,
      ConnectionsCommand.DeleteConnection.class
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  pawl connections set crm --address https://crm.example/api",
      "  pawl connections ls",
      "  pawl connections show crm",
      "  pawl connections rm crm"
    })
public final class ConnectionsCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Override
  public Integer call() {
    return list(server);
  }

  private static int list(ServerOptions server) {
    List<Json> connections =
        server.client().connections().list().map(ConnectionInfo::json).toList();
    Table table = new Table("NAME", "KIND", "ADDRESS", "TLS", "PRIVATE", "UPDATED");
    for (Json connection : connections) {
      table.row(
          ExecutionText.text(connection, "name"),
          ExecutionText.text(connection, "kind"),
          ExecutionText.text(connection, "address"),
          ExecutionText.text(connection, "tls"),
          new ConnectionInfo(connection).allowPrivate() ? "allowed" : "",
          ExecutionText.time(ExecutionText.text(connection, "updatedAt")));
    }
    server.show(JsonObject.of("items", JsonArray.of(connections)), table.text(server.paint()));
    return ExitCode.SUCCESS;
  }

  /** Implements {@code pawl connections ls}: lists connections. */
  @Command(
      name = "ls",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Lists the connections of the tenant.", ""},
      footerHeading = "%nExamples:%n",
      footer = {"  pawl connections ls"})
  static final class ListConnections implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Override
    public Integer call() {
      return list(server);
    }
  }

  /** Implements {@code pawl connections show}: prints a connection as JSON. */
  @Command(
      name = "show",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Prints a connection as JSON, with references to secrets.", ""},
      footerHeading = "%nExamples:%n",
      footer = {"  pawl connections show crm"})
  static final class ShowConnection implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Parameters(paramLabel = "NAME", description = "The name of the connection.")
    private String name = "";

    @Override
    public Integer call() {
      Json connection = server.client().connections().get(name).json();
      server.show(connection, CommandOutput.pretty(connection));
      return ExitCode.SUCCESS;
    }
  }

  /** Implements {@code pawl connections rm}: deletes a connection. */
  @Command(
      name = "rm",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Deletes a connection.", ""},
      footerHeading = "%nExamples:%n",
      footer = {"  pawl connections rm crm"})
  static final class DeleteConnection implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Parameters(paramLabel = "NAME", description = "The name of the connection.")
    private String name = "";

    @Override
    public Integer call() {
      server.client().connections().delete(name);
      server.show(JsonObject.of("deleted", Json.of(name)), name + " is deleted\n");
      return ExitCode.SUCCESS;
    }
  }
}
