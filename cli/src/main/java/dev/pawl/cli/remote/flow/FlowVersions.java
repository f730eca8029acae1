package dev.pawl.cli.remote.flow;

import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.remote.shared.ExecutionText;
import dev.pawl.cli.remote.shared.ServerOptions;
import dev.pawl.cli.show.FindingDetails;
import dev.pawl.cli.show.Table;
import dev.pawl.client.flow.Flow;
import dev.pawl.client.flow.FlowVersion;
import dev.pawl.client.flow.FlowsApi;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The subcommands of {@code pawl flows} for the versions of a flow. */
final class FlowVersions {

  private FlowVersions() {}

  /** Implements {@code pawl flows publish}: publishes the draft as a new version. */
  @Command(
      name = "publish",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Publishes the draft of a flow as a version that new executions use.", ""},
      footerHeading = "%nExamples:%n",
      footer = {"  pawl flows publish order --note \"with a discount\""})
  static final class Publish implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Mixin private FlowArgument flow = new FlowArgument();

    @Option(names = "--note", paramLabel = "TEXT", description = "A note about the version.")
    private String note = "";

    @Override
    public Integer call() {
      Json published = server.client().flows().publish(flow.code(), note).json();
      FlowsCommand.show(
          server, published, "is published as v" + ExecutionText.text(published, "active"));
      server.showFindings(
          ExecutionText.text(published, "code"),
          published.get("draft").map(draft -> ExecutionText.text(draft, "source")).orElse(""),
          FindingDetails.ofAnswer(published));
      return ExitCode.SUCCESS;
    }
  }

  /** Implements {@code pawl flows activate}: selects the version that new executions use. */
  @Command(
      name = "activate",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Activates a version of a flow: new executions use it.", ""},
      footerHeading = "%nExamples:%n",
      footer = {
        "  pawl flows activate order             the newest version",
        "  pawl flows activate order 3           an older version"
      })
  static final class Activate implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Mixin private FlowArgument flow = new FlowArgument();

    @Parameters(
        index = "1",
        arity = "0..1",
        paramLabel = "VERSION",
        description = "The number of the version; the newest one by default.")
    private @Nullable Integer version;

    @Override
    public Integer call() {
      FlowsApi flows = server.client().flows();
      Flow active =
          version == null ? flows.activate(flow.code()) : flows.activate(flow.code(), version);
      FlowsCommand.show(
          server, active.json(), "starts as v" + ExecutionText.text(active.json(), "active"));
      return ExitCode.SUCCESS;
    }
  }

  /** Implements {@code pawl flows deactivate}: prevents new executions of a flow. */
  @Command(
      name = "deactivate",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {
        "Prevents new executions of a flow until a version is activated; running ones continue.",
        ""
      },
      footerHeading = "%nExamples:%n",
      footer = {"  pawl flows deactivate order"})
  static final class Deactivate implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Mixin private FlowArgument flow = new FlowArgument();

    @Override
    public Integer call() {
      FlowsCommand.show(
          server, server.client().flows().deactivate(flow.code()).json(), "cannot be started");
      return ExitCode.SUCCESS;
    }
  }

  /** Implements {@code pawl flows versions}: lists the versions of a flow. */
  @Command(
      name = "versions",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Lists the versions of a flow, newest first.", ""},
      footerHeading = "%nExamples:%n",
      footer = {"  pawl flows versions order"})
  static final class Versions implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Mixin private FlowArgument flow = new FlowArgument();

    @Override
    public Integer call() {
      List<Json> versions =
          server.client().flows().versions(flow.code()).map(FlowVersion::json).toList();
      Table table = new Table("VERSION", "ACTIVE", "PUBLISHED", "BY", "NOTE");
      for (Json version : versions) {
        table.row(
            ExecutionText.text(version, "number"),
            ExecutionText.text(version, "active").equals("true") ? "yes" : "",
            ExecutionText.time(ExecutionText.text(version, "createdAt")),
            ExecutionText.text(version, "publishedBy"),
            ExecutionText.text(version, "note"));
      }
      server.show(
          JsonObject.of("items", JsonArray.of(versions)),
          table.isEmpty() ? "no versions\n" : table.text(server.paint()));
      return ExitCode.SUCCESS;
    }
  }

  /** Implements {@code pawl flows diff}: shows how two versions of a flow differ. */
  @Command(
      name = "diff",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Shows how two versions of a flow differ, state by state.", ""},
      footerHeading = "%nExamples:%n",
      footer = {
        "  pawl flows diff order 2               and the draft",
        "  pawl flows diff order 2 3"
      })
  static final class Diff implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Mixin private FlowArgument flow = new FlowArgument();

    @Parameters(index = "1", paramLabel = "FROM", description = "The number of a version.")
    private String from = "";

    @Parameters(
        index = "2",
        arity = "0..1",
        paramLabel = "TO",
        description = "The number of another version; the draft by default.")
    private String to = "draft";

    @Override
    public Integer call() {
      Json answer = server.client().flows().diff(flow.code(), from, to).json();
      server.show(answer, FlowDiffText.of(answer.get("diff").orElse(answer), server.paint()));
      return ExitCode.SUCCESS;
    }
  }

  /** Implements {@code pawl flows rollback}: replaces the draft by an old version. */
  @Command(
      name = "rollback",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Replaces the draft by an old version; versions do not change.", ""},
      footerHeading = "%nExamples:%n",
      footer = {
        "  pawl flows rollback order 2           then pawl flows publish order",
        "  pawl flows activate order 2           if new executions should use it at once"
      })
  static final class Rollback implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Mixin private FlowArgument flow = new FlowArgument();

    @Parameters(index = "1", paramLabel = "VERSION", description = "Its number.")
    private int version;

    @Override
    public Integer call() {
      FlowsCommand.show(
          server,
          server.client().flows().rollback(flow.code(), version).json(),
          "has v" + version + " as its draft");
      return ExitCode.SUCCESS;
    }
  }
}
