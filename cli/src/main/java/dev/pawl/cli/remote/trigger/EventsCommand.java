package dev.pawl.cli.remote.trigger;

import dev.pawl.cli.file.JsonArgument;
import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.remote.shared.ServerOptions;
import dev.pawl.client.operate.BroadcastEvent;
import dev.pawl.client.operate.BroadcastResult;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Implements {@code pawl events}. */
@Command(
    name = "events",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {"Publishes events, which start flows and wake executions.", ""},
    synopsisSubcommandLabel = "send",
    subcommands = EventsCommand.Send.class)
public final class EventsCommand {

  /** Implements {@code pawl events send}: publishes an event. */
  @Command(
      name = "send",
      mixinStandardHelpOptions = true,
      versionProvider = Version.class,
      description = {
        "Publishes an event: starts the flows bound to it, and wakes all executions that wait for"
            + " it.",
        ""
      },
      footerHeading = "%nExamples:%n",
      footer = {
        "  pawl events send POLICY_CREATED --aggregate P-1 --client 17 --lob 3",
        "  pawl events send order.paid --id evt-7 --payload '{\"amount\": 12}'"
      })
  static final class Send implements Callable<Integer> {

    @Mixin private ServerOptions server = new ServerOptions();

    @Parameters(paramLabel = "TYPE", description = "The name of the event.")
    private String type = "";

    @Option(
        names = "--id",
        paramLabel = "ID",
        description = "The id of the event; one that was sent before has no effect again.")
    private @Nullable String id;

    @Option(
        names = "--aggregate",
        paramLabel = "ID",
        description = "The business object; it becomes the business key.")
    private @Nullable String aggregate;

    @Option(names = "--client", paramLabel = "ID", description = "The client.")
    private @Nullable String client;

    @Option(names = "--lob", paramLabel = "ID", description = "The line of business.")
    private @Nullable String lob;

    @Option(names = "--product", paramLabel = "ID", description = "The product.")
    private @Nullable String product;

    @Option(
        names = "--payload",
        paramLabel = "JSON",
        description = "The payload: JSON, @file, or - for standard input.")
    private String payload = "{}";

    @Override
    public Integer call() {
      BroadcastEvent event =
          BroadcastEvent.of(type).payload(JsonArgument.read("--payload", payload));
      event = id == null ? event : event.id(id);
      event = aggregate == null ? event : event.aggregate(aggregate);
      event = client == null ? event : event.client(client);
      event = lob == null ? event : event.lob(lob);
      event = product == null ? event : event.product(product);
      BroadcastResult result = server.client().operator().broadcast(event);
      StringBuilder text = new StringBuilder();
      result.started().forEach((flow, execution) -> text.append(flow + " " + execution + "\n"));
      text.append(
          "the event %s started %d and woke %d executions%s\n"
              .formatted(
                  result.id(),
                  result.started().size(),
                  result.woken(),
                  result.isRepeated() ? " when it came first" : ""));
      server.show(result.json(), text.toString());
      return ExitCode.SUCCESS;
    }
  }
}
