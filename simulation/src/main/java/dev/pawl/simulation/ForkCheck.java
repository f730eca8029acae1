package dev.pawl.simulation;

import dev.pawl.engine.Activity;
import dev.pawl.engine.AdvanceResult;
import dev.pawl.engine.Execution;
import dev.pawl.engine.Fact;
import dev.pawl.engine.ForkState;
import dev.pawl.engine.Frame;
import dev.pawl.engine.Outcome;
import dev.pawl.engine.RecordedFact;
import dev.pawl.sdk.JsonObject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The state of a fork agrees with its children, and no more of them run than its limit allows. */
final class ForkCheck implements ExecutionInvariant {

  private final Map<String, Long> most = new HashMap<>();

  /** True after an operator has rewound an ended item, which may exceed the limit. */
  private boolean reopened;

  ForkCheck(JsonObject document) {
    DefinitionStates.visitStates(
        document,
        (name, state) -> {
          if (state.has("MaxConcurrency")) {
            most.put(name, OracleScope.number(state, "MaxConcurrency"));
          }
        });
  }

  @Override
  public void after(Execution before, RecordedFact recorded, AdvanceResult advanced) {
    if (recorded.fact() instanceof Fact.Rewound rewound && !rewound.frame().hops().isEmpty()) {
      reopened = true;
    }
    if (advanced.execution().ending().isEmpty()) {
      advanced.execution().root().ifPresent(this::check);
    }
  }

  private void check(Frame frame) {
    if (!(frame.activity() instanceof Activity.Forked(ForkState fork))) {
      return;
    }
    int running = 0;
    int ended = 0;
    int failed = 0;
    List<ForkState.Slot> slots = fork.slots();
    for (ForkState.Slot slot : slots) {
      switch (slot) {
        case ForkState.Slot.Local local -> {
          check(local.frame());
          if (local.frame().activity() instanceof Activity.Ended(Outcome outcome)) {
            ended++;
            failed += outcome instanceof Outcome.Failed ? 1 : 0;
          } else {
            running++;
          }
        }
        case ForkState.Slot.RemoteEnded remote -> {
          ended++;
          failed += remote.outcome() instanceof Outcome.Failed ? 1 : 0;
        }
        case ForkState.Slot.Remote remote -> running++;
        case ForkState.Slot.Skipped skipped -> ended++;
        case ForkState.Slot.Idle idle -> {}
      }
    }
    ForkState.Tally tally = fork.tally();
    if (tally.running() != running || tally.ended() != ended || tally.failed() != failed) {
      throw new Violation(
          "a fork counts its children right",
          "%s, but %d run, %d ended, %d failed".formatted(tally, running, ended, failed));
    }
    long limit = most.getOrDefault(frame.visit().state(), 0L);
    if (limit > 0 && running > limit && !reopened) {
      throw new Violation(
          "no more items run than the limit allows",
          running + " of at most " + limit + " in " + frame.step());
    }
  }
}
