package dev.pawl.cli.remote;

import dev.pawl.cli.file.JsonArgument;
import dev.pawl.cli.file.Texts;
import dev.pawl.cli.file.UsageException;
import dev.pawl.cli.http.Client;
import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.show.FindingDetails;
import dev.pawl.cli.show.Table;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pawl import}. */
@Command(
    name = "import",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Brings in the flows that pawl export printed.", ""},
    footerHeading = "%nExamples:%n",
    footer = {
      "  pawl import flows.json --dry-run",
      "  pawl export --profile test | pawl import - --profile live"
    })
final class ImportCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(paramLabel = "FILE", description = "What was exported; - for standard input.")
  private String file = "";

  @Option(names = "--dry-run", description = "Only tell what would change.")
  private boolean dryRun;

  @Override
  public Integer call() {
    String given = file.equals(Texts.STANDARD_INPUT) ? file : "@" + file;
    Json flows = JsonArgument.read("FILE", given);
    if (!flows.get("pawl").equals(Optional.of(Json.of(1)))) {
      throw new UsageException("'" + file + "' is not what pawl export printed");
    }
    List<Json> exported = Client.elements(flows.get("flows").orElse(JsonNull.NULL));
    List<Json> brought = Parts.bring(server.client(), exported, dryRun);
    Table table = new Table("FLOW", "CHANGE", "PUBLISHED");
    for (Json flow : brought) {
      table.row(
          Executions.text(flow, "code"),
          Executions.text(flow, "result").toLowerCase(Locale.ROOT),
          Executions.text(flow, "publishes").equals("true") ? "yes" : "");
    }
    server.show(
        JsonObject.builder()
            .put("dryRun", Json.of(dryRun))
            .put("flows", JsonArray.of(brought))
            .build(),
        table.text(server.paint()));
    for (int i = 0; i < brought.size(); i++) {
      server.showFindings(
          Executions.text(brought.get(i), "code"),
          source(exported.get(i), brought.get(i)),
          FindingDetails.ofAnswer(brought.get(i)));
    }
    return ExitCode.SUCCESS;
  }

  /** The text that the findings of a flow are about: what starts take, if that changes. */
  private static String source(Json exported, Json brought) {
    boolean publishes = Executions.text(brought, "publishes").equals("true");
    return exported
        .get(publishes ? "active" : "draft")
        .map(written -> Executions.text(written, "source"))
        .orElse("");
  }
}
