package dev.pawl.cli.remote.trigger;

import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.remote.shared.ExecutionText;
import dev.pawl.cli.remote.shared.ServerOptions;
import dev.pawl.cli.show.Table;
import dev.pawl.client.trigger.RejectedEvent;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Implements {@code pawl rejected}. */
@Command(
    name = "rejected",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Lists and replays events that could not start their flow.", ""},
    synopsisSubcommandLabel = "(ls | replay)",
    subcommands = {RejectedCommand.Ls.class, RejectedCommand.Replay.class})
public final class RejectedCommand {

  /** Implements {@code pawl rejected ls}: lists rejected events. */
  @Command(
      name = "ls",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Lists the events that could not start their flow, newest first.", ""},
      footerHeading = "%nExamples:%n",
      footer = {"  pawl rejected ls"})
  static final class Ls implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Override
    public Integer call() {
      List<Json> events = server.client().rejected().list().map(RejectedEvent::json).toList();
      Table table = new Table("ID", "AT", "EVENT", "FLOW", "REASON", "MESSAGE");
      for (Json event : events) {
        table.row(
            ExecutionText.text(event, "id"),
            ExecutionText.time(ExecutionText.text(event, "at")),
            ExecutionText.text(event, "event"),
            ExecutionText.text(event, "flow"),
            ExecutionText.text(event, "reason"),
            ExecutionText.text(event, "message"));
      }
      server.show(JsonObject.of("items", JsonArray.of(events)), table.text(server.paint()));
      return ExitCode.SUCCESS;
    }
  }

  /** Implements {@code pawl rejected replay}: fires again for one or many events. */
  @Command(
      name = "replay",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {"Fires again for an event that could not start its flow, or for all.", ""},
      footerHeading = "%nExamples:%n",
      footer = {"  pawl rejected replay 0190...", "  pawl rejected replay --flow onboarding"})
  static final class Replay implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Parameters(
        arity = "0..1",
        paramLabel = "ID",
        description = "The rejected event; the newest 1,000 if absent.")
    private @Nullable String id;

    @Option(names = "--flow", paramLabel = "CODE", description = "Only events for this flow.")
    private @Nullable String flow;

    @Override
    public Integer call() {
      Json result =
          id == null
              ? server.client().rejected().replayAll(Optional.ofNullable(flow))
              : server.client().rejected().replay(id);
      server.show(result, result + "\n");
      return ExitCode.SUCCESS;
    }
  }
}
