package dev.pawl.cli.remote.execution;

import dev.pawl.cli.program.Version;
import dev.pawl.cli.remote.shared.ExecutionText;
import dev.pawl.cli.remote.shared.ServerOptions;
import dev.pawl.cli.show.Printable;
import dev.pawl.client.execution.ExecutionsApi;
import dev.pawl.client.http.LiveEvent;
import dev.pawl.client.http.LiveEvents;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Implements {@code pawl watch}: shows the steps of an execution until it ends. */
@Command(
    name = "watch",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Shows the steps of an execution as they happen, until it ends.",
      "",
      "If the connection is lost, it reconnects and continues without gaps.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {"  pawl watch 0190...", "  pawl watch $(pawl start order)"})
public final class WatchCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(paramLabel = "ID", description = "The execution.")
  private String id = "";

  @Override
  public Integer call() {
    ExecutionsApi executions = server.client().executions();
    List<Json> steps = new ArrayList<>();
    try (LiveEvents events = executions.events(id).onDisconnect(this::reportDisconnect)) {
      for (LiveEvent event : events) {
        if (handleEvent(event.kind(), event.data(), steps)) {
          break;
        }
      }
    }
    Json execution = executions.awaitEnd(id).json();
    server.show(
        JsonObject.builder().put("execution", execution).put("steps", JsonArray.of(steps)).build(),
        "\n" + ExecutionText.ending(execution, server.paint()));
    return ExecutionText.exitCode(execution);
  }

  private boolean handleEvent(String kind, Json data, List<Json> steps) {
    switch (kind) {
      case "step" -> {
        steps.add(data);
        printLine(StepText.line(data));
      }
      case "progress" -> printLine(progress(data));
      case "end" -> {
        return true;
      }
      // Newer servers may send other kinds.
      default -> {}
    }
    return false;
  }

  private static String progress(Json data) {
    String details = data.get("details").map(Json::toString).orElse("");
    return "  %s (%s): %s"
        .formatted(
            Printable.shortened(text(data, "resource"), 40),
            Printable.shortened(text(data, "worker"), 40),
            Printable.shortened(details, 100));
  }

  private static String text(Json data, String member) {
    return data.get(member).map(Json::asText).orElse("");
  }

  private void printLine(String line) {
    if (!server.isJson()) {
      server.out().println(line);
      server.out().flush();
    }
  }

  private void reportDisconnect() {
    if (!server.isJson()) {
      server.err().println("pawl: the connection to the server was lost; reconnecting ...");
      server.err().flush();
    }
  }
}
