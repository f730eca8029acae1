package dev.pawl.cli.remote.operator;

import dev.pawl.cli.file.UsageException;
import dev.pawl.cli.program.ExitCode;
import dev.pawl.cli.remote.shared.ReasonOption;
import dev.pawl.cli.remote.shared.ServerOptions;
import dev.pawl.client.PawlClient;
import dev.pawl.client.execution.Execution;
import dev.pawl.client.execution.Step;
import dev.pawl.client.operate.OperatorApi;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** An operator's action on one step of an execution, with its reason. */
final class StepCommand {

  private static final int MAX_STEPS = 100_000;

  @Parameters(index = "0", paramLabel = "ID", description = "The execution.")
  private String id = "";

  @Parameters(
      index = "1",
      paramLabel = "STEP",
      description = "The name of its state, or its own in pawl show --json, such as /@3.")
  private String step = "";

  @Mixin private ReasonOption reason = new ReasonOption();

  /** An action on one step. */
  interface Action {
    Execution apply(OperatorApi operator, StepRef step, String reason);
  }

  /**
   * Identifies the step that an action applies to.
   *
   * @param execution the id of the execution
   * @param id the id of the step
   */
  record StepRef(String execution, String id) {}

  /**
   * Applies an action to a step and prints the effect.
   *
   * @param candidate selects the steps that the name of a state may refer to
   */
  int apply(ServerOptions server, String name, Action action, Predicate<Step> candidate) {
    PawlClient client = server.client();
    StepRef ref = new StepRef(id, stepId(client, candidate));
    Execution execution = action.apply(client.operator(), ref, reason.text());
    OperatorCommand.showAccepted(server, name, execution.json());
    return ExitCode.SUCCESS;
  }

  private String stepId(PawlClient client, Predicate<Step> candidate) {
    if (step.matches("/.*@[0-9]+")) {
      return step;
    }
    Map<String, String> lastOfFrames = new LinkedHashMap<>();
    client
        .executions()
        .steps(id)
        .limit(MAX_STEPS)
        .filter(one -> one.state().equals(step) && candidate.test(one))
        .forEach(one -> lastOfFrames.put(one.frame(), one.id()));
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
