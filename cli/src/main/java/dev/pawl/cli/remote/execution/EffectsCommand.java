package dev.pawl.cli.remote.execution;

import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.remote.shared.ExecutionText;
import dev.pawl.cli.remote.shared.ServerOptions;
import dev.pawl.cli.show.Table;
import dev.pawl.client.execution.RecordedEffect;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Implements {@code pawl effects}: lists what the handlers of an execution did outside. */
@Command(
    name = "effects",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Lists what the handlers of an execution did outside.", ""},
    footerHeading = "%nExamples:%n",
    footer = {"  pawl effects 0190...", "  pawl effects 0190... --json"})
public final class EffectsCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(paramLabel = "ID", description = "The execution.")
  private String id = "";

  @Override
  public Integer call() {
    List<Json> effects =
        server.client().executions().effects(id).map(RecordedEffect::json).toList();
    Table table = new Table("AT", "STATE", "ATTEMPT", "KIND", "TARGET", "KEY", "SUMMARY");
    for (Json effect : effects) {
      table.row(
          ExecutionText.time(ExecutionText.text(effect, "at")),
          ExecutionText.text(effect, "state"),
          ExecutionText.text(effect, "attempt"),
          ExecutionText.text(effect, "kind"),
          ExecutionText.text(effect, "target"),
          ExecutionText.text(effect, "key"),
          ExecutionText.text(effect, "summary"));
    }
    server.show(JsonObject.of("items", JsonArray.of(effects)), table.text(server.paint()));
    return ExitCode.SUCCESS;
  }
}
