package dev.pawl.simulation;

import dev.pawl.engine.AdvanceResult;
import dev.pawl.engine.Execution;
import dev.pawl.engine.Fact;
import dev.pawl.engine.RecordedFact;
import dev.pawl.engine.StepChange;
import dev.pawl.engine.StepStatus;
import dev.pawl.sdk.JsonObject;
import java.util.HashSet;
import java.util.Set;

/** No event is lost or used twice: it ended a Wait, or it is still buffered. */
final class EventCheck implements ExecutionInvariant {

  private final Set<String> listening = new HashSet<>();
  private int arrived;
  private int used;

  EventCheck(JsonObject document) {
    DefinitionStates.visitStates(
        document,
        (name, state) -> {
          if (state.has("Event")) {
            listening.add(name);
          }
        });
  }

  @Override
  public void after(Execution before, RecordedFact recorded, AdvanceResult advanced) {
    if (recorded.fact() instanceof Fact.EventArrived && advanced.ignored().isEmpty()) {
      arrived++;
    }
    for (StepChange line : advanced.steps()) {
      if (line.status() == StepStatus.SUCCEEDED && listening.contains(line.place().state())) {
        used++;
      }
    }
    int kept = advanced.execution().events().size();
    if (arrived != used + kept) {
      throw new Violation(
          "an event is used once or buffered",
          "%d arrived, %d were used, %d are kept".formatted(arrived, used, kept));
    }
  }
}
