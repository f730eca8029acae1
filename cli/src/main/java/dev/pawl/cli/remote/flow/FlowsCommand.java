package dev.pawl.cli.remote.flow;

import dev.pawl.cli.file.UsageException;
import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.remote.shared.ExecutionText;
import dev.pawl.cli.remote.shared.ServerOptions;
import dev.pawl.cli.show.Table;
import dev.pawl.client.flow.Flow;
import dev.pawl.client.flow.FlowFilter;
import dev.pawl.client.flow.FlowStatus;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Implements {@code pawl flows}: lists flows; its subcommands manage versions and archived flows.
 */
@Command(
    name = "flows",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Lists the flows of a server; subcommands manage versions and archived flows.",
      ""
    },
    synopsisSubcommandLabel = "[COMMAND]",
    subcommands = {
      FlowVersions.Publish.class,
      FlowVersions.Activate.class,
      FlowVersions.Deactivate.class,
      FlowVersions.Versions.class,
      FlowVersions.Diff.class,
      FlowVersions.Rollback.class,
      FlowsCommand.Archive.class,
      FlowsCommand.Restore.class,
      FlowsCommand.Delete.class
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  pawl flows",
      "  pawl flows --search order",
      "  pawl flows --archived",
      "  pawl flows publish order",
      "  pawl flows versions order",
      "  pawl flows archive order-old"
    })
public final class FlowsCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Option(
      names = "--search",
      paramLabel = "TEXT",
      description = "Flows whose code or name contains this text.")
  private @Nullable String search;

  @Option(names = "--archived", description = "Archived flows instead.")
  private boolean archived;

  @Override
  public Integer call() {
    FlowFilter filter = archived ? FlowFilter.all().status(FlowStatus.ARCHIVED) : FlowFilter.all();
    filter = search == null ? filter : filter.search(search);
    List<Json> flows = server.client().flows().list(filter).map(Flow::json).toList();
    Table table = new Table("CODE", "STATUS", "ACTIVE", "CHANGED", "NAME");
    for (Json flow : flows) {
      String active = ExecutionText.text(flow, "active");
      table.row(
          ExecutionText.text(flow, "code"),
          ExecutionText.text(flow, "status"),
          active.isEmpty() ? "" : "v" + active,
          ExecutionText.time(ExecutionText.text(flow, "updatedAt")),
          ExecutionText.text(flow, "name"));
    }
    server.show(
        JsonObject.of("items", JsonArray.of(flows)),
        table.isEmpty() ? emptyMessage() : table.text(server.paint()));
    return ExitCode.SUCCESS;
  }

  private String emptyMessage() {
    return archived ? "no archived flows\n" : "no flows; pawl deploy FILE --publish\n";
  }

  static void show(ServerOptions server, Json flow, String effect) {
    server.show(flow, ExecutionText.text(flow, "code") + " " + effect + "\n");
  }

  /** Implements {@code pawl flows archive}: archives a flow, which then cannot be started. */
  @Command(
      name = "archive",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Archives a flow: it cannot be started; running executions continue.", ""},
      footerHeading = "%nExamples:%n",
      footer = {"  pawl flows archive order-old"})
  static final class Archive implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Mixin private FlowArgument flow = new FlowArgument();

    @Override
    public Integer call() {
      show(server, server.client().flows().archive(flow.code()).json(), "is archived");
      return ExitCode.SUCCESS;
    }
  }

  /** Implements {@code pawl flows restore}: restores an archived flow. */
  @Command(
      name = "restore",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Restores an archived flow.", ""},
      footerHeading = "%nExamples:%n",
      footer = {"  pawl flows restore order-old"})
  static final class Restore implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Mixin private FlowArgument flow = new FlowArgument();

    @Override
    public Integer call() {
      show(server, server.client().flows().restore(flow.code()).json(), "is restored");
      return ExitCode.SUCCESS;
    }
  }

  /** Implements {@code pawl flows delete}: deletes an archived flow permanently. */
  @Command(
      name = "delete",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {
        "Deletes an archived flow permanently.",
        "All its executions must have ended; they can still be read.",
        ""
      },
      footerHeading = "%nExamples:%n",
      footer = {"  pawl flows delete order-old --yes"})
  static final class Delete implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Mixin private FlowArgument flow = new FlowArgument();

    @Option(names = "--yes", description = "Confirms the deletion, which cannot be undone.")
    private boolean isConfirmed;

    @Override
    public Integer call() {
      if (!isConfirmed) {
        throw new UsageException("deleting a flow cannot be undone; confirm it with --yes");
      }
      show(server, server.client().flows().delete(flow.code()), "is deleted");
      return ExitCode.SUCCESS;
    }
  }
}
