package dev.pawl.simulation;

import dev.pawl.engine.Execution;
import dev.pawl.engine.Status;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Predicts the end of an execution from its definition by plain recursion, without facts, commands
 * or time. It makes no prediction where more than one end would be right.
 */
final class Oracle {

  /** The predicted end: an output, or the name of an error. */
  sealed interface Verdict {
    record Output(Json value) implements Verdict {}

    record Error(String name) implements Verdict {}
  }

  /** Thrown where more than one end would be right. */
  static final class Undecided extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Undecided() {
      super("more than one end would be right", null, false, false);
    }
  }

  private Oracle() {}

  static Optional<Verdict> verdict(Scenario scenario) {
    boolean disturbed =
        scenario.actions().stream()
            .anyMatch(
                action ->
                    switch (action.kind()) {
                      case EVENT, REPEAT, PAUSE, RESUME -> false;
                      case CANCEL, CANCEL_AND_COMPENSATE, SKIP -> true;
                      case REWIND, REWIND_AND_COMPENSATE -> true;
                    });
    if (disturbed || scenario.document().has("TimeoutSeconds")) {
      return Optional.empty();
    }
    boolean events =
        scenario.actions().stream().anyMatch(action -> action.kind() == Scenario.ActionKind.EVENT);
    try {
      OracleScope scope = new OracleScope(Map.of(), JsonObject.EMPTY);
      OracleMachine machine = new OracleMachine(events);
      return Optional.of(machine.run(scenario.document(), scenario.input(), scope));
    } catch (Undecided e) {
      return Optional.empty();
    }
  }

  static void compare(Verdict verdict, Execution execution) {
    boolean right =
        switch (verdict) {
          case Verdict.Output output ->
              execution.status() == Status.SUCCEEDED
                  && withoutCauses(execution.output().orElseThrow())
                      .equals(withoutCauses(output.value()));
          case Verdict.Error error ->
              execution.status() == Status.FAILED
                  && execution.failure().orElseThrow().error().orElse("").equals(error.name());
        };
    if (!right) {
      String actual =
          execution.status()
              + " "
              + execution.output().map(Json::toString).orElse("")
              + execution.failure().map(Object::toString).orElse("");
      throw new Violation(
          "the end is the one that the oracle predicts", TextDifference.between(verdict, actual));
    }
  }

  /** Removes causes, which are free text and may depend on time. */
  private static Json withoutCauses(Json json) {
    return JsonMembers.without(Set.of("Cause"), json);
  }
}
