package dev.pawl.simulation;

import dev.pawl.engine.Fact;
import dev.pawl.engine.FrameId;
import dev.pawl.engine.RecordedFact;
import dev.pawl.engine.StepChange;
import dev.pawl.engine.StepId;
import dev.pawl.engine.StepStatus;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.List;
import java.util.Optional;

/** Unrequested actions of operators and other systems on an execution. */
final class UnrequestedActions {

  Optional<Fact> fact(SimulatedExecution life, Scenario.WorldAction action) {
    int pick = action.pick();
    return switch (action.kind()) {
      case PAUSE -> Optional.of(new Fact.Paused("lunch"));
      case RESUME -> Optional.of(new Fact.Resumed());
      case CANCEL -> Optional.of(new Fact.Cancelled("enough", false));
      case CANCEL_AND_COMPENSATE -> Optional.of(new Fact.Cancelled("enough", true));
      case SKIP -> picked(current(life), pick).map(step -> new Fact.Skipped(step, skipped()));
      case REWIND -> picked(all(life), pick).map(step -> rewound(life, step, false));
      case REWIND_AND_COMPENSATE -> picked(all(life), pick).map(step -> rewound(life, step, true));
      case EVENT -> Optional.of(new Fact.EventArrived("e" + pick % 2, Json.of(action.millis())));
      case REPEAT ->
          picked(life.facts, pick)
              .map(RecordedFact::fact)
              .filter(UnrequestedActions::answersSomething);
    };
  }

  static boolean answersSomething(Fact fact) {
    return switch (fact) {
      case Fact.TaskSucceeded f -> true;
      case Fact.TaskFailed f -> true;
      case Fact.ItemsRead f -> true;
      case Fact.ChildEnded f -> true;
      case Fact.TimerFired f -> true;
      case Fact.HumanActed f -> true;
      case Fact.Started f -> true;
      case Fact.EventArrived f -> false;
      case Fact.Cancelled f -> false;
      case Fact.QueueTimedOut f -> false;
      case Fact.Paused f -> false;
      case Fact.Resumed f -> false;
      case Fact.Skipped f -> false;
      case Fact.Rewound f -> false;
    };
  }

  /** Returns the output of a skipped step; it is valid input for any state. */
  private static Json skipped() {
    return JsonObject.of("n", Json.of(6)).with("items", JsonArray.EMPTY);
  }

  private static Fact rewound(SimulatedExecution life, StepId step, boolean compensate) {
    return new Fact.Rewound(step.frame(), life.history.entry(step), compensate);
  }

  private static List<StepId> current(SimulatedExecution life) {
    return life.history.steps().stream()
        .filter(s -> s.status() == StepStatus.RUNNING || s.status() == StepStatus.PENDING)
        .map(StepChange::id)
        .toList();
  }

  private static List<StepId> all(SimulatedExecution life) {
    return life.history.steps().stream()
        .map(StepChange::id)
        .filter(step -> !step.frame().equals(FrameId.COMPENSATION))
        .toList();
  }

  private static <T> Optional<T> picked(List<T> choices, int pick) {
    return choices.isEmpty() ? Optional.empty() : Optional.of(choices.get(pick % choices.size()));
  }
}
