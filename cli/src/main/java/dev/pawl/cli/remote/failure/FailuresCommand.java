package dev.pawl.cli.remote.failure;

import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.remote.shared.ServerOptions;
import dev.pawl.cli.show.Table;
import dev.pawl.client.failure.FailureDetail;
import dev.pawl.client.failure.FailureFamily;
import dev.pawl.client.failure.FailureFilter;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Implements {@code pawl failures}. */
@Command(
    name = "failures",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Lists families of failures that are alike, and takes care of them.", ""},
    synopsisSubcommandLabel = "(ls | show | know | resolve | reopen | assign | retry)",
    subcommands = {
      FailuresCommand.Ls.class,
      FailuresCommand.Show.class,
      CareCommands.Know.class,
      CareCommands.Resolve.class,
      CareCommands.Reopen.class,
      CareCommands.Assign.class,
      RetryFamilyCommand.class
    })
public final class FailuresCommand {

  /** Implements {@code pawl failures ls}. */
  @Command(
      name = "ls",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Lists failure families: new ones first, the largest first.", ""},
      footerHeading = "%nExamples:%n",
      footer = {"  pawl failures ls", "  pawl failures ls --status all --flow order --since PT24H"})
  static final class Ls implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Option(
        names = "--status",
        paramLabel = "STATUS",
        description = "open (the default), new, known, resolved or all.")
    private @Nullable String status;

    @Option(names = "--flow", paramLabel = "FLOW", description = "Families of this flow.")
    private @Nullable String flow;

    @Option(names = "--of-version", paramLabel = "N", description = "Failures of this version.")
    private @Nullable String version;

    @Option(
        names = "--since",
        paramLabel = "TIME",
        description = "Count failures of this time up to now, such as PT24H; default: PT168H.")
    private @Nullable String since;

    @Option(
        names = "--search",
        paramLabel = "TEXT",
        description = "With this text in a name, message, note or assignee.")
    private @Nullable String search;

    @Option(names = "--limit", paramLabel = "N", description = "At most so many; default: 100.")
    private int limit = 100;

    @Override
    public Integer call() {
      List<FailureFamily> found = server.client().failures().list(filter()).limit(limit).toList();
      Table table = new Table("FAMILY", "STATUS", "COUNT", "FLOW", "STATE", "ERROR", "MESSAGE");
      for (FailureFamily family : found) {
        table.row(
            family.id(),
            FailureText.status(family),
            Long.toString(family.count()),
            family.flow(),
            family.state(),
            family.error(),
            family.message());
      }
      server.show(
          JsonObject.of("items", JsonArray.of(found.stream().map(FailureFamily::json).toList())),
          table.isEmpty() ? "no failures in this period\n" : table.text(server.paint()));
      return ExitCode.SUCCESS;
    }

    private FailureFilter filter() {
      FailureFilter filter = FailureFilter.open();
      filter = status == null ? filter : filter.status(status);
      filter = flow == null ? filter : filter.flow(flow);
      filter = version == null ? filter : filter.with("version", version);
      filter = since == null ? filter : filter.with("since", since);
      return search == null ? filter : filter.search(search);
    }
  }

  /** Implements {@code pawl failures show}. */
  @Command(
      name = "show",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {
        "Shows what the executions of a failure family have in common, and the latest.",
        ""
      },
      footerHeading = "%nExamples:%n",
      footer = {"  pawl failures show 9f2c41d07ab3e865"})
  static final class Show implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Parameters(paramLabel = "FAMILY", description = "The id of the family.")
    private String family = "";

    @Override
    public Integer call() {
      FailureDetail detail = server.client().failures().get(family);
      server.show(detail.json(), FailureText.of(detail, server.paint()));
      return ExitCode.SUCCESS;
    }
  }
}
