package dev.pawl.cli.remote.operator;

import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.remote.shared.ExecutionText;
import dev.pawl.cli.remote.shared.ReasonOption;
import dev.pawl.cli.remote.shared.ServerOptions;
import dev.pawl.cli.show.Printable;
import dev.pawl.client.execution.Execution;
import dev.pawl.client.execution.ExecutionFilter;
import dev.pawl.client.operate.BulkAction;
import dev.pawl.client.operate.OperatorApi;
import dev.pawl.sdk.Json;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** An operator's action on one execution or on all matching ones, with its reason. */
final class OperatorCommand {

  @Parameters(
      arity = "0..1",
      paramLabel = "ID",
      description =
          "The execution; without it, a job applies the action to all that match the options.")
  private @Nullable String id;

  @Mixin private ReasonOption reason = new ReasonOption();

  @Mixin private BulkTarget target = new BulkTarget();

  boolean isBulk() {
    return target.isBulk(Optional.ofNullable(id));
  }

  /** An action on one execution. */
  interface Action {
    Execution apply(OperatorApi operator, String id, String reason);
  }

  int applyToMany(ServerOptions server, Function<ExecutionFilter, BulkAction> bulk) {
    String reasonText = reason.text();
    return target.apply(
        server,
        filter ->
            reasonText.isEmpty() ? bulk.apply(filter) : bulk.apply(filter).reason(reasonText));
  }

  /** Applies an action to the execution of the given id and returns its new state. */
  Execution applyToOne(ServerOptions server, Action action) {
    return action.apply(server.client().operator(), String.valueOf(id), reason.text());
  }

  /** Applies an action to one execution or to all that match, and prints the effect. */
  int apply(
      ServerOptions server,
      String name,
      Action action,
      Function<ExecutionFilter, BulkAction> bulk) {
    if (isBulk()) {
      return applyToMany(server, bulk);
    }
    showAccepted(server, name, applyToOne(server, action).json());
    return ExitCode.SUCCESS;
  }

  /** Prints that the server has accepted an action, and the status of the execution. */
  static void showAccepted(ServerOptions server, String name, Json execution) {
    String status =
        ExecutionText.painted(ExecutionText.text(execution, "status"), server.paint())
            + ExecutionText.compensating(execution);
    String id = Printable.line(ExecutionText.text(execution, "id"));
    boolean isApplied = ExecutionText.text(execution, "requested").isEmpty();
    server.show(
        execution,
        isApplied
            ? "%s was accepted; %s is %s%s\n"
                .formatted(name, id, status, pauseNote(name, execution))
            : "%s was requested and is not applied yet; %s is still %s\n"
                .formatted(name, id, status));
  }

  /** Returns a note that steps in progress finish, if the action paused the execution. */
  private static String pauseNote(String name, Json execution) {
    boolean isPaused = ExecutionText.text(execution, "status").equals("PAUSED");
    return name.equals("pause") && isPaused ? "; steps in progress finish, no new step starts" : "";
  }
}
