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
    String status =
        Executions.painted(Executions.text(execution, "status"), server.paint())
            + Executions.compensating(execution);
    String id = Printable.line(Executions.text(execution, "id"));
    boolean isApplied = Executions.text(execution, "requested").isEmpty();
    server.show(
        execution,
        isApplied
            ? "%s was accepted; %s is %s%s\n".formatted(order, id, status, after(order, execution))
            : "%s was requested and is not applied yet; %s is still %s\n"
                .formatted(order, id, status));
  }

  /** What pausing does not stop. */
  private static String after(String order, Json execution) {
    boolean isPaused = Executions.text(execution, "status").equals("PAUSED");
    return order.equals("pause") && isPaused
        ? "; steps in progress finish, no new step starts"
        : "";
  }
}
