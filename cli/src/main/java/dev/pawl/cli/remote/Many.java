package dev.pawl.cli.remote;

import dev.pawl.cli.file.UsageException;
import dev.pawl.cli.program.ExitCode;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Many executions that are told the same: those that fit. */
final class Many {

  @Mixin private Filter filter = new Filter();

  @Option(names = "--dry-run", description = "Only count those that fit.")
  private boolean dryRun;

  /** Whether they are meant, and not the one of that id. */
  boolean areMeant(Optional<String> id) {
    if (id.isEmpty() && filter.isEmpty()) {
      throw new UsageException("which execution? give its id, or say which ones, as by --flow");
    }
    if (id.isPresent() && (dryRun || !filter.isEmpty())) {
      throw new UsageException("give an id, or say which executions, but not both");
    }
    return id.isEmpty();
  }

  /** Makes a job of it, or only counts. */
  int tell(ServerOptions server, String action, JsonObject order) {
    JsonObject body =
        order
            .with("action", Json.of(action))
            .with("filter", filter.json())
            .with("dryRun", Json.of(dryRun));
    Json answer = server.client().post("/api/flows/executions/bulk", body);
    server.show(answer, dryRun ? counted(answer) : JobsCommand.begun(answer));
    return ExitCode.SUCCESS;
  }

  private static String counted(Json answer) {
    return "%s%s fit; nothing was done\n"
        .formatted(
            Executions.text(answer, "atLeast").equals("true") ? "at least " : "",
            Executions.text(answer, "matches"));
  }
}
