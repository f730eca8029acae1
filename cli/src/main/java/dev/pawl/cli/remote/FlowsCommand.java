package dev.pawl.cli.remote;

import dev.pawl.cli.file.UsageException;
import dev.pawl.cli.http.Client;
import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.show.Table;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code pawl flows}: lists them; the rest takes them out of service, and back. */
@Command(
    name = "flows",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Lists flows of a server, and deals with their versions and their service.", ""},
    synopsisSubcommandLabel = "[COMMAND]",
    subcommands = {
      FlowVersions.Publish.class,
      FlowVersions.Activate.class,
      FlowVersions.Deactivate.class,
      FlowVersions.All.class,
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
final class FlowsCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  private static final int MOST = 10_000;

  @Option(names = "--search", paramLabel = "TEXT", description = "Whose code or name has that.")
  private @Nullable String search;

  @Option(names = "--archived", description = "Those that are archived instead.")
  private boolean archived;

  @Override
  public Integer call() {
    List<String> wanted = new ArrayList<>();
    if (search != null) {
      wanted.add("search=" + Client.part(search));
    }
    if (archived) {
      wanted.add("status=ARCHIVED");
    }
    String query = wanted.isEmpty() ? "" : "?" + String.join("&", wanted);
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
        table.isEmpty() ? none() : table.text(server.paint()));
    return ExitCode.SUCCESS;
  }

  private String none() {
    return archived ? "no archived flows\n" : "no flows; pawl deploy FILE --publish\n";
  }

  static void say(ServerOptions server, Json flow, String what) {
    server.show(flow, Executions.text(flow, "code") + " " + what + "\n");
  }

  /** {@code pawl flows archive}. */
  @Command(
      name = "archive",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Takes a flow out of sight and out of service; what runs goes on.", ""},
      footerHeading = "%nExamples:%n",
      footer = {"  pawl flows archive order-old"})
  static final class Archive implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Mixin private OneFlow flow = new OneFlow();

    @Override
    public Integer call() {
      say(server, server.client().delete(flow.path()), "is archived");
      return ExitCode.SUCCESS;
    }
  }

  /** {@code pawl flows restore}. */
  @Command(
      name = "restore",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Puts an archived flow back into service.", ""},
      footerHeading = "%nExamples:%n",
      footer = {"  pawl flows restore order-old"})
  static final class Restore implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Mixin private OneFlow flow = new OneFlow();

    @Override
    public Integer call() {
      say(server, server.client().post(flow.path() + "/restore", JsonObject.EMPTY), "is restored");
      return ExitCode.SUCCESS;
    }
  }

  /** {@code pawl flows delete}. */
  @Command(
      name = "delete",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {
        "Deletes an archived flow for good.",
        "None of its executions may be going on; those that ended stay.",
        ""
      },
      footerHeading = "%nExamples:%n",
      footer = {"  pawl flows delete order-old --yes"})
  static final class Delete implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Mixin private OneFlow flow = new OneFlow();

    @Option(names = "--yes", description = "Confirms it: there is no way back.")
    private boolean isSure;

    @Override
    public Integer call() {
      if (!isSure) {
        throw new UsageException("deleting a flow cannot be undone; confirm it with --yes");
      }
      JsonObject confirmed = JsonObject.of("code", Json.of(flow.code()));
      say(server, server.client().post(flow.path() + "/delete", confirmed), "is deleted");
      return ExitCode.SUCCESS;
    }
  }
}
