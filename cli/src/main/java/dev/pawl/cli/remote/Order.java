package dev.pawl.cli.remote;

import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.show.Printable;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What an operator tells an execution to do, and why. */
final class Order {

  @Parameters(paramLabel = "ID", description = "The execution.")
  private String id = "";

  @Option(names = "--reason", paramLabel = "TEXT", description = "Why, for those who look later.")
  private @Nullable String reason;

  /** The execution as the server shows it then. */
  Json told(ServerOptions server, String order) {
    JsonObject body = reason == null ? JsonObject.EMPTY : JsonObject.of("reason", Json.of(reason));
    return server.client().post(Executions.path(id) + "/" + order, body);
  }

  int give(ServerOptions server, String order) {
    Json answer = told(server, order);
    String status = Executions.painted(Executions.text(answer, "status"), server.paint());
    server.show(answer, order + " was accepted; " + Printable.line(id) + " is " + status + "\n");
    return ExitCode.SUCCESS;
  }
}
