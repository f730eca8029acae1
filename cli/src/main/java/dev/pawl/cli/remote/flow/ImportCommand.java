package dev.pawl.cli.remote.flow;

import dev.pawl.cli.file.JsonArgument;
import dev.pawl.cli.file.Texts;
import dev.pawl.cli.file.UsageException;
import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.remote.shared.ExecutionText;
import dev.pawl.cli.remote.shared.ServerOptions;
import dev.pawl.cli.show.FindingDetails;
import dev.pawl.cli.show.Table;
import dev.pawl.client.flow.ImportedFlow;
import dev.pawl.client.flow.PortableFlow;
import dev.pawl.client.http.JsonMembers;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Implements {@code pawl import}: imports flows that {@code pawl export} printed. */
@Command(
    name = "import",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Imports the flows that pawl export printed.", ""},
    footerHeading = "%nExamples:%n",
    footer = {
      "  pawl import flows.json --dry-run",
      "  pawl export --profile test | pawl import - --profile live"
    })
public final class ImportCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(paramLabel = "FILE", description = "The exported file; - for standard input.")
  private String file = "";

  @Option(names = "--dry-run", description = "Only print what would change.")
  private boolean dryRun;

  @Override
  public Integer call() {
    String argument = file.equals(Texts.STANDARD_INPUT) ? file : "@" + file;
    Json flows = JsonArgument.read("FILE", argument);
    if (!flows.get("pawl").equals(Optional.of(Json.of(1)))) {
      throw new UsageException("'" + file + "' is not what pawl export printed");
    }
    List<PortableFlow> exported =
        JsonMembers.list(flows, "flows").stream().map(PortableFlow::new).toList();
    List<Json> imported =
        server.client().flows().importFlows(exported, dryRun).stream()
            .map(ImportedFlow::json)
            .toList();
    Table table = new Table("FLOW", "CHANGE", "PUBLISHED");
    for (Json flow : imported) {
      table.row(
          ExecutionText.text(flow, "code"),
          ExecutionText.text(flow, "result").toLowerCase(Locale.ROOT),
          ExecutionText.text(flow, "publishes").equals("true") ? "yes" : "");
    }
    server.show(
        JsonObject.builder()
            .put("dryRun", Json.of(dryRun))
            .put("flows", JsonArray.of(imported))
            .build(),
        table.text(server.paint()));
    for (int i = 0; i < imported.size(); i++) {
      server.showFindings(
          ExecutionText.text(imported.get(i), "code"),
          source(exported.get(i), imported.get(i)),
          FindingDetails.ofAnswer(imported.get(i)));
    }
    return ExitCode.SUCCESS;
  }

  /**
   * Returns the text that a flow's findings refer to: the new version if there is one, else the
   * draft.
   */
  private static String source(PortableFlow exported, Json imported) {
    boolean publishes = ExecutionText.text(imported, "publishes").equals("true");
    return publishes ? exported.activeSource().orElse("") : exported.draftSource();
  }
}
