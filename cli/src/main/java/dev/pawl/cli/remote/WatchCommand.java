package dev.pawl.cli.remote;

import dev.pawl.cli.http.Client;
import dev.pawl.cli.http.LiveEvents;
import dev.pawl.cli.program.Version;
import dev.pawl.cli.show.Printable;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code pawl watch}. */
@Command(
    name = "watch",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    description = {
      "Shows the steps of an execution as they happen, to its end.",
      "",
      "It goes on by itself where it was when the server goes away and comes back.",
      ""
    },
    footerHeading = "%nExamples:%n",
    footer = {"  pawl watch 0190...", "  pawl watch $(pawl start order)"})
final class WatchCommand implements Callable<Integer> {

  @Mixin private ServerOptions server = new ServerOptions();

  @Parameters(paramLabel = "ID", description = "The execution.")
  private String id = "";

  @Override
  public Integer call() throws InterruptedException {
    Client client = server.client();
    List<Json> steps = new ArrayList<>();
    new LiveEvents(client, Executions.path(id) + "/events", this::away)
        .follow((kind, data) -> isOver(kind, data, steps));
    Json execution = Executions.awaitEnd(client, id, Optional.empty());
    server.show(
        JsonObject.builder().put("execution", execution).put("steps", JsonArray.of(steps)).build(),
        "\n" + Executions.ending(execution, server.paint()));
    return Executions.exitCode(execution);
  }

  private boolean isOver(String kind, Json data, List<Json> steps) {
    switch (kind) {
      case "step" -> {
        steps.add(data);
        say(Steps.line(data));
      }
      case "progress" -> say(progress(data));
      case "end" -> {
        return true;
      }
      // Kinds that later servers may have.
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

  private void say(String line) {
    if (!server.isJson()) {
      server.out().println(line);
      server.out().flush();
    }
  }

  private void away() {
    if (!server.isJson()) {
      server.err().println("pawl: the server went away; waiting for it ...");
      server.err().flush();
    }
  }
}
