package dev.pawl.testkit.simulation;

import dev.pawl.engine.Activity;
import dev.pawl.engine.Advanced;
import dev.pawl.engine.Execution;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Fork;
import dev.pawl.engine.Frame;
import dev.pawl.engine.Outcome;
import dev.pawl.engine.Recorded;
import dev.pawl.sdk.JsonObject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The books of a fork agree with its children, and no more of them run than may. */
final class ForkCheck implements Check {

  private final Map<String, Long> most = new HashMap<>();

  /** An operator who sends an item back that has ended wants it to run, limit or not. */
  private boolean reopened;

  ForkCheck(JsonObject document) {
    Documents.visitStates(
        document,
        (name, state) -> {
          if (state.has("MaxConcurrency")) {
            most.put(name, OracleScope.number(state, "MaxConcurrency"));
          }
        });
  }

  @Override
  public void after(Execution before, Recorded recorded, Advanced advanced) {
    if (recorded.fact() instanceof Fact.Rewound rewound && !rewound.frame().hops().isEmpty()) {
      reopened = true;
    }
    if (advanced.execution().ending().isEmpty()) {
      advanced.execution().root().ifPresent(this::check);
    }
  }

  private void check(Frame frame) {
    if (!(frame.activity() instanceof Activity.Forked(Fork fork))) {
      return;
    }
    int running = 0;
    int ended = 0;
    int failed = 0;
    List<Fork.Slot> slots = fork.slots();
    for (Fork.Slot slot : slots) {
      switch (slot) {
        case Fork.Slot.Local local -> {
          check(local.frame());
          if (local.frame().activity() instanceof Activity.Ended(Outcome outcome)) {
            ended++;
            failed += outcome instanceof Outcome.Failed ? 1 : 0;
          } else {
            running++;
          }
        }
        case Fork.Slot.RemoteEnded remote -> {
          ended++;
          failed += remote.outcome() instanceof Outcome.Failed ? 1 : 0;
        }
        case Fork.Slot.Remote remote -> running++;
        case Fork.Slot.Skipped skipped -> ended++;
        case Fork.Slot.Idle idle -> {}
      }
    }
    Fork.Tally tally = fork.tally();
    if (tally.running() != running || tally.ended() != ended || tally.failed() != failed) {
      throw new Violation(
          "a fork counts its children right",
          "%s, but %d run, %d ended, %d failed".formatted(tally, running, ended, failed));
    }
    long limit = most.getOrDefault(frame.visit().state(), 0L);
    if (limit > 0 && running > limit && !reopened) {
      throw new Violation(
          "no more items run than may", running + " of at most " + limit + " in " + frame.step());
    }
  }
}
