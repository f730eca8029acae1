package dev.pawl.cli.remote;

import dev.pawl.cli.http.Client;
import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.show.FindingDetails;
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
import picocli.CommandLine.Parameters;

/** The commands for the versions of a flow. */
final class FlowVersions {

  private static final int MOST = 10_000;

  private FlowVersions() {}

  /** {@code pawl flows publish}. */
  @Command(
      name = "publish",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Makes the draft of a flow a version that new executions take.", ""},
      footerHeading = "%nExamples:%n",
      footer = {"  pawl flows publish order --note \"with a discount\""})
  static final class Publish implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Mixin private OneFlow flow = new OneFlow();

    @Option(names = "--note", paramLabel = "TEXT", description = "What is to be said about it.")
    private String note = "";

    @Override
    public Integer call() {
      JsonObject body = JsonObject.of("note", Json.of(note));
      Json published = server.client().post(flow.path() + "/publish", body);
      FlowsCommand.say(
          server, published, "is published as v" + Executions.text(published, "active"));
      server.showFindings(
          Executions.text(published, "code"),
          published.get("draft").map(draft -> Executions.text(draft, "source")).orElse(""),
          FindingDetails.ofAnswer(published));
      return ExitCode.SUCCESS;
    }
  }

  /** {@code pawl flows activate}. */
  @Command(
      name = "activate",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Lets new executions take a version of a flow.", ""},
      footerHeading = "%nExamples:%n",
      footer = {
        "  pawl flows activate order             the one that was published last",
        "  pawl flows activate order 3           also an older one, at once"
      })
  static final class Activate implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Mixin private OneFlow flow = new OneFlow();

    @Parameters(
        index = "1",
        arity = "0..1",
        paramLabel = "VERSION",
        description = "Its number; the one that was published last if none is given.")
    private @Nullable Integer version;

    @Override
    public Integer call() {
      JsonObject body =
          version == null ? JsonObject.EMPTY : JsonObject.of("version", Json.of(version));
      Json active = server.client().post(flow.path() + "/activate", body);
      FlowsCommand.say(server, active, "starts as v" + Executions.text(active, "active"));
      return ExitCode.SUCCESS;
    }
  }

  /** {@code pawl flows deactivate}. */
  @Command(
      name = "deactivate",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {
        "Lets nobody start a flow until a version is activated; what runs goes on.",
        ""
      },
      footerHeading = "%nExamples:%n",
      footer = {"  pawl flows deactivate order"})
  static final class Deactivate implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Mixin private OneFlow flow = new OneFlow();

    @Override
    public Integer call() {
      FlowsCommand.say(
          server,
          server.client().post(flow.path() + "/deactivate", JsonObject.EMPTY),
          "cannot be started");
      return ExitCode.SUCCESS;
    }
  }

  /** {@code pawl flows versions}. */
  @Command(
      name = "versions",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Lists the versions of a flow, newest first.", ""},
      footerHeading = "%nExamples:%n",
      footer = {"  pawl flows versions order"})
  static final class All implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Mixin private OneFlow flow = new OneFlow();

    @Override
    public Integer call() {
      List<Json> versions = server.client().list(flow.path() + "/versions", MOST);
      Table table = new Table("VERSION", "ACTIVE", "PUBLISHED", "BY", "NOTE");
      for (Json version : versions) {
        table.row(
            Executions.text(version, "number"),
            Executions.text(version, "active").equals("true") ? "yes" : "",
            Executions.time(Executions.text(version, "createdAt")),
            Executions.text(version, "publishedBy"),
            Executions.text(version, "note"));
      }
      server.show(
          JsonObject.of("items", JsonArray.of(versions)),
          table.isEmpty() ? "no versions\n" : table.text(server.paint()));
      return ExitCode.SUCCESS;
    }
  }

  /** {@code pawl flows diff}. */
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

    @Mixin private OneFlow flow = new OneFlow();

    @Parameters(index = "1", paramLabel = "FROM", description = "The number of a version.")
    private String from = "";

    @Parameters(
        index = "2",
        arity = "0..1",
        paramLabel = "TO",
        description = "The number of another; the draft if none is given.")
    private String to = "draft";

    @Override
    public Integer call() {
      Json answer =
          server
              .client()
              .get(flow.path() + "/diff?from=" + Client.part(from) + "&to=" + Client.part(to));
      server.show(answer, FlowDiffText.of(answer.get("diff").orElse(answer), server.paint()));
      return ExitCode.SUCCESS;
    }
  }

  /** {@code pawl flows rollback}. */
  @Command(
      name = "rollback",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Makes an old version the draft; the versions stay what they are.", ""},
      footerHeading = "%nExamples:%n",
      footer = {
        "  pawl flows rollback order 2           then pawl flows publish order",
        "  pawl flows activate order 2           if new executions are to take it at once"
      })
  static final class Rollback implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Mixin private OneFlow flow = new OneFlow();

    @Parameters(index = "1", paramLabel = "VERSION", description = "Its number.")
    private int version;

    @Override
    public Integer call() {
      String path = flow.path() + "/versions/" + version + "/restore";
      FlowsCommand.say(
          server,
          server.client().post(path, JsonObject.EMPTY),
          "has v" + version + " as its draft");
      return ExitCode.SUCCESS;
    }
  }
}
