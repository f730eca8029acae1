package dev.pawl.cli.remote.outbound;

import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.remote.shared.ExecutionText;
import dev.pawl.cli.remote.shared.ServerOptions;
import dev.pawl.cli.show.Table;
import dev.pawl.client.outbound.BreakerInfo;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Implements {@code pawl breakers}, the parent of the commands for circuit breakers. */
@Command(
    name = "breakers",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Lists and closes circuit breakers of other systems.", ""},
    synopsisSubcommandLabel = "[ls | close]",
    subcommands = {BreakersCommand.ListBreakers.class, BreakersCommand.CloseBreaker.class},
    footerHeading = "%nExamples:%n",
    footer = {"  pawl breakers ls", "  pawl breakers close crm.example:443"})
public final class BreakersCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Override
  public Integer call() {
    return list(server);
  }

  private static int list(ServerOptions server) {
    List<Json> breakers = server.client().breakers().list().map(BreakerInfo::json).toList();
    Table table = new Table("DOWNSTREAM", "STATE", "SINCE", "NEXT PROBE", "ERROR", "CAUSE");
    for (Json breaker : breakers) {
      table.row(
          ExecutionText.text(breaker, "downstream"),
          ExecutionText.text(breaker, "state"),
          ExecutionText.time(ExecutionText.text(breaker, "since")),
          ExecutionText.time(ExecutionText.text(breaker, "nextProbe")),
          ExecutionText.text(breaker, "error"),
          ExecutionText.text(breaker, "cause"));
    }
    server.show(JsonObject.of("items", JsonArray.of(breakers)), table.text(server.paint()));
    return ExitCode.SUCCESS;
  }

  /** Implements {@code pawl breakers ls}: lists circuit breakers that are not closed. */
  @Command(
      name = "ls",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Lists the circuit breakers of the tenant that are not closed.", ""},
      footerHeading = "%nExamples:%n",
      footer = {"  pawl breakers ls"})
  static final class ListBreakers implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Override
    public Integer call() {
      return list(server);
    }
  }

  /** Implements {@code pawl breakers close}: begins the release of a circuit breaker. */
  @Command(
      name = "close",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {
        "Lets the calls through that an open circuit breaker holds: ten in the first second, then"
            + " twice",
        "as many in each second.",
        ""
      },
      footerHeading = "%nExamples:%n",
      footer = {"  pawl breakers close crm.example:443"})
  static final class CloseBreaker implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Parameters(paramLabel = "DOWNSTREAM", description = "The system, as ls shows it.")
    private String downstream = "";

    @Override
    public Integer call() {
      Json closed = server.client().breakers().close(downstream).json();
      server.show(closed, downstream + " is being released\n");
      return ExitCode.SUCCESS;
    }
  }
}
