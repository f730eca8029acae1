package dev.pawl.cli.remote.trigger;

import dev.pawl.cli.file.JsonArgument;
import dev.pawl.client.operate.BroadcastEvent;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The event that a command is about. */
final class EventOptions {

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

  BroadcastEvent event() {
    BroadcastEvent event = BroadcastEvent.of(type).payload(JsonArgument.read("--payload", payload));
    event = id == null ? event : event.id(id);
    event = aggregate == null ? event : event.aggregate(aggregate);
    event = client == null ? event : event.client(client);
    event = lob == null ? event : event.lob(lob);
    return product == null ? event : event.product(product);
  }
}
