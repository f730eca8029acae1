package dev.pawl.cli.remote.execution;

import dev.pawl.cli.file.JsonArgument;
import dev.pawl.cli.file.UsageException;
import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.remote.shared.ExecutionText;
import dev.pawl.cli.remote.shared.ServerOptions;
import dev.pawl.client.execution.Execution;
import dev.pawl.client.execution.ExecutionsApi;
import dev.pawl.client.execution.StartRequest;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Implements {@code pawl start}: starts an execution of a flow. */
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
public final class StartCommand implements Callable<Integer> {

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
      description = "How long --wait waits; without limit by default.")
  private @Nullable Long timeout;

  @Option(
      names = "--business-key",
      paramLabel = "TEXT",
      description = "A business key to search by.")
  private @Nullable String businessKey;

  @Option(
      names = "--label",
      paramLabel = "NAME:VALUE",
      description = "A label to search by; repeatable.")
  private List<String> labels = List.of();

  // The version of the flow; the help of the program shows the version of the program.
  @Option(
      names = "--version",
      paramLabel = "N",
      description = "The version to start instead of the active one.")
  private @Nullable Integer version;

  @Option(
      names = "--idempotency-key",
      paramLabel = "TEXT",
      description =
          "Starting again with the same key starts nothing and returns the first execution.")
  private @Nullable String idempotencyKey;

  @Mixin private TestOptions test = new TestOptions();

  @Override
  public Integer call() {
    StartRequest request =
        new StartRequest(flow, body(), Optional.ofNullable(idempotencyKey), test.isTest());
    ExecutionsApi executions = server.client().executions();
    Execution started = executions.start(request);
    String id = started.id();
    if (!wait) {
      server.show(started.json(), id + "\n");
      return ExitCode.SUCCESS;
    }
    if (!server.isJson()) {
      server.err().println("started " + id);
      server.err().flush();
    }
    Json ended =
        (timeout == null
                ? executions.awaitEnd(id)
                : executions.awaitEnd(id, Duration.ofSeconds(timeout)))
            .json();
    server.show(ended, ExecutionText.ending(ended, server.paint()));
    return ExecutionText.exitCode(ended);
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
          throw new UsageException("label: must have the form name:value, got '" + label + "'");
        }
        named.put(label.substring(0, colon), Json.of(label.substring(colon + 1)));
      }
      body.put("labels", named.build());
    }
    return body.build();
  }
}
