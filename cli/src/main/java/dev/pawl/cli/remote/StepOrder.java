package dev.pawl.cli.remote;

import dev.pawl.cli.file.UsageException;
import dev.pawl.cli.http.Client;
import dev.pawl.cli.program.ExitCode;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** What an operator does about one step of an execution, and why. */
final class StepOrder {

  private static final int MOST = 100_000;

  @Parameters(index = "0", paramLabel = "ID", description = "The execution.")
  private String id = "";

  @Parameters(
      index = "1",
      paramLabel = "STEP",
      description = "The name of its state, or its own in pawl show --json, such as /@3.")
  private String step = "";

  @Mixin private Reason reason = new Reason();

  /**
   * @param fits which steps can be meant by the name of their state
   */
  int give(ServerOptions server, String order, JsonObject how, Predicate<Json> fits) {
    Client client = server.client();
    JsonObject body = reason.of(how.with("step", Json.of(meant(client, fits))));
    Order.accepted(server, order, client.post(Executions.path(id) + "/" + order, body));
    return ExitCode.SUCCESS;
  }

  private String meant(Client client, Predicate<Json> fits) {
    if (step.matches("/.*@[0-9]+")) {
      return step;
    }
    Map<String, String> lastOfFrames = new LinkedHashMap<>();
    client.list(Executions.path(id) + "/steps", MOST).stream()
        .filter(one -> Executions.text(one, "state").equals(step) && fits.test(one))
        .forEach(
            one -> lastOfFrames.put(Executions.text(one, "frame"), Executions.text(one, "step")));
    if (lastOfFrames.isEmpty()) {
      throw new UsageException(
          "no step of %s is at '%s'; see pawl show %s".formatted(id, step, id));
    }
    if (lastOfFrames.size() > 1) {
      throw new UsageException(
          "several steps are at '%s'; name one of %s"
              .formatted(step, String.join(", ", lastOfFrames.values())));
    }
    return lastOfFrames.values().iterator().next();
  }
}
