package dev.pawl.cli.remote;

import dev.pawl.cli.file.JsonArgument;
import dev.pawl.cli.file.UsageException;
import dev.pawl.cli.http.Client;
import dev.pawl.cli.program.ExitCode;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code pawl start}. */
@Command(
    name = "start",
    description = {"Starts an execution of a flow on a server, and prints its id.", ""},
    footerHeading = "%nExamples:%n",
    footer = {
      "  pawl start order --input '{\"total\": 40}'",
      "  pawl start order --input @order.json --wait",
      "  pawl start order --label team:shop --business-key A-17",
      "  pawl start order --mock charge=1 --mock-error Pack=Shelf.Empty --wait"
    })
final class StartCommand implements Callable<Integer> {

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help message and exit.")
  boolean help;

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(paramLabel = "FLOW", description = "The flow's code or id.")
  private String flow = "";

  @Option(
      names = "--input",
      paramLabel = "JSON",
      description = "The input: JSON, @file, or - for standard input.")
  private String input = "{}";

  @Option(names = "--wait", description = "Wait for the end, and fail unless it succeeds.")
  private boolean wait;

  @Option(
      names = "--timeout",
      paramLabel = "SECONDS",
      description = "How long --wait waits; for ever if nothing is said.")
  private @Nullable Long timeout;

  @Option(
      names = "--business-key",
      paramLabel = "TEXT",
      description = "By which people find it again.")
  private @Nullable String businessKey;

  @Option(
      names = "--label",
      paramLabel = "NAME:VALUE",
      description = "A label to search by; may be given again.")
  private List<String> labels = List.of();

  // Of the flow: the program tells its own version elsewhere.
  @Option(names = "--version", paramLabel = "N", description = "Instead of the active one.")
  private @Nullable Integer version;

  @Option(
      names = "--idempotency-key",
      paramLabel = "TEXT",
      description = "Starting again under the same key starts nothing, and shows the first.")
  private @Nullable String idempotencyKey;

  @Mixin private TestOptions test = new TestOptions();

  @Override
  public Integer call() throws InterruptedException {
    Client client = server.client();
    String key = idempotencyKey == null ? UUID.randomUUID().toString() : idempotencyKey;
    String door = "/api/flows/" + Client.part(flow) + (test.isTest() ? "/test" : "/execute");
    Json started = client.write("POST", door, body(), key);
    String id = Executions.text(started, "id");
    if (!wait) {
      server.show(started, id + "\n");
      return ExitCode.SUCCESS;
    }
    if (!server.isJson()) {
      server.err().println("started " + id);
      server.err().flush();
    }
    Json ended =
        Executions.awaitEnd(client, id, Optional.ofNullable(timeout).map(Duration::ofSeconds));
    server.show(ended, Executions.ending(ended, server.paint()));
    return Executions.exitCode(ended);
  }

  private JsonObject body() {
    JsonObject.Builder body =
        JsonObject.builder().put("input", JsonArgument.read("--input", input));
    if (test.isTest()) {
      body.put("mockHandlers", test.mockHandlers());
    }
    if (businessKey != null) {
      body.put("businessKey", Json.of(businessKey));
    }
    if (version != null) {
      body.put("version", Json.of(version));
    }
    if (!labels.isEmpty()) {
      JsonObject.Builder named = JsonObject.builder();
      for (String label : labels) {
        int colon = label.indexOf(':');
        if (colon < 1) {
          throw new UsageException("a label is written name:value, not '" + label + "'");
        }
        named.put(label.substring(0, colon), Json.of(label.substring(colon + 1)));
      }
      body.put("labels", named.build());
    }
    return body.build();
  }
}
