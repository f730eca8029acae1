package dev.pawl.simulation;

import dev.pawl.engine.Activity;
import dev.pawl.engine.AdvanceResult;
import dev.pawl.engine.Execution;
import dev.pawl.engine.Fact;
import dev.pawl.engine.ForkState;
import dev.pawl.engine.Frame;
import dev.pawl.engine.FrameId;
import dev.pawl.engine.RecordedFact;
import dev.pawl.engine.StepChange;
import dev.pawl.engine.StepId;
import dev.pawl.sdk.Json;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A frame has exactly the variables that its own steps assigned. */
final class VariableCheck implements ExecutionInvariant {

  private final Map<FrameId, Map<String, Json>> assigned = new HashMap<>();

  @Override
  public void after(Execution before, RecordedFact recorded, AdvanceResult advanced) {
    if (advanced.ignored().isPresent()) {
      return;
    }
    switch (recorded.fact()) {
      case Fact.Rewound(FrameId frame, Fact.Entry to, boolean compensate, String reason) ->
          assigned.put(frame, new HashMap<>(to.variables()));
      case Fact.HumanActed(StepId step, String by, Fact.HumanActed.Action.SentBack back) ->
          assigned.put(step.frame(), new HashMap<>(back.to().variables()));
      default -> {}
    }
    for (StepChange line : advanced.steps()) {
      assigned
          .computeIfAbsent(line.id().frame(), frame -> new HashMap<>())
          .putAll(line.result().assigned());
    }
    if (advanced.execution().ending().isEmpty()) {
      advanced.execution().root().ifPresent(this::check);
    }
  }

  private void check(Frame frame) {
    Map<String, Json> expected = assigned.getOrDefault(frame.id(), Map.of());
    if (!frame.scope().own().equals(expected)) {
      throw new Violation(
          "a frame has the variables that its steps assigned",
          frame.id() + " has " + frame.scope().own() + " instead of " + expected);
    }
    if (frame.activity() instanceof Activity.Forked(ForkState fork)) {
      List<ForkState.Slot> slots = fork.slots();
      for (ForkState.Slot slot : slots) {
        if (slot instanceof ForkState.Slot.Local(Frame child) && !child.isEnded()) {
          check(child);
        }
      }
    }
  }
}
