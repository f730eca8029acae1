package dev.pawl.engine.node;

import dev.pawl.engine.Command;
import dev.pawl.engine.Execution;
import dev.pawl.engine.Outstanding;
import dev.pawl.engine.StepId;
import dev.pawl.engine.store.Offer;

/** One try of a step: what calls, time-outs and heartbeats belong to. */
record Attempt(StepId step, int number) {

  static Attempt of(Command.Work work) {
    return new Attempt(work.step(), work.attempt());
  }

  static Attempt of(Offer.Key offer) {
    return new Attempt(offer.step(), offer.attempt());
  }

  /** Whether an execution still needs an answer, be it paused or about to ask somebody else. */
  boolean isWanted(Execution execution) {
    return Outstanding.evenIfPaused(execution).stream()
        .anyMatch(command -> command instanceof Command.RunTask task && of(task).equals(this));
  }
}
