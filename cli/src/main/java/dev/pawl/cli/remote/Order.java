package dev.pawl.cli.remote;

import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.show.Printable;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** What an operator tells an execution to do, or all that fit, and why. */
final class Order {

  @Parameters(
      arity = "0..1",
      paramLabel = "ID",
      description = "The execution; or say which ones, and a job does it to all of them.")
  private @Nullable String id;

  @Mixin private Reason reason = new Reason();

  @Mixin private Many many = new Many();

  boolean isForMany() {
    return many.areMeant(Optional.ofNullable(id));
  }

  int giveMany(ServerOptions server, String order, JsonObject how) {
    return many.tell(server, order, reason.of(how));
  }

  /** The execution as the server shows it then. */
  Json told(ServerOptions server, String order, JsonObject how) {
    return server.client().post(Executions.path(String.valueOf(id)) + "/" + order, reason.of(how));
  }

  int give(ServerOptions server, String order, JsonObject how) {
    if (isForMany()) {
      return giveMany(server, order, how);
    }
    accepted(server, order, told(server, order, how));
    return ExitCode.SUCCESS;
  }

  static void accepted(ServerOptions server, String order, Json execution) {
    String status = Executions.painted(Executions.text(execution, "status"), server.paint());
    String id = Printable.line(Executions.text(execution, "id"));
    server.show(execution, order + " was accepted; " + id + " is " + status + "\n");
  }
}
