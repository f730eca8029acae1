package dev.pawl.engine.node.live;

import dev.pawl.engine.Command;
import dev.pawl.engine.Execution;
import dev.pawl.engine.Fact;
import dev.pawl.engine.OutstandingCommands;
import dev.pawl.engine.StepId;
import dev.pawl.engine.store.Offer;
import java.util.Optional;

/**
 * One attempt of a step, which calls, timeouts and heartbeats belong to.
 *
 * @param number negative for reading the items of a Map ({@link Command.Work#number})
 */
record AttemptKey(StepId step, int number) {

  static AttemptKey of(Command.Work work) {
    return new AttemptKey(work.step(), work.number());
  }

  static AttemptKey of(Offer.Key offer) {
    return new AttemptKey(offer.step(), offer.attempt());
  }

  /** Returns the attempt that a fact is the outcome of. */
  static Optional<AttemptKey> of(Fact outcome) {
    return switch (outcome) {
      case Fact.TaskSucceeded done -> Optional.of(new AttemptKey(done.step(), done.attempt()));
      case Fact.TaskFailed failed -> Optional.of(new AttemptKey(failed.step(), failed.attempt()));
      case Fact.ItemsRead read -> Optional.of(new AttemptKey(read.step(), -read.attempt()));
      default -> Optional.empty();
    };
  }

  /** Returns the attempt with the same number that reads items. */
  AttemptKey ofItemReading() {
    return new AttemptKey(step, -Math.abs(number));
  }

  /** Returns the work of this attempt if the execution still waits for it, paused or not. */
  Optional<Command.Work> openIn(Execution execution) {
    for (Command command : OutstandingCommands.evenIfPaused(execution)) {
      if (command instanceof Command.Work work && of(work).equals(this)) {
        return Optional.of(work);
      }
    }
    return Optional.empty();
  }
}
