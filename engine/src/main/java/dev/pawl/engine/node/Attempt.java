package dev.pawl.engine.node;

import dev.pawl.engine.Command;
import dev.pawl.engine.Execution;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Outstanding;
import dev.pawl.engine.StepId;
import dev.pawl.engine.store.Offer;
import java.util.Optional;

/**
 * One try of a step: what calls, time-outs and heartbeats belong to.
 *
 * @param number negative where items are read ({@link Command.Work#number})
 */
record Attempt(StepId step, int number) {

  static Attempt of(Command.Work work) {
    return new Attempt(work.step(), work.number());
  }

  static Attempt of(Offer.Key offer) {
    return new Attempt(offer.step(), offer.attempt());
  }

  /** The try that a fact is the outcome of. */
  static Optional<Attempt> of(Fact outcome) {
    return switch (outcome) {
      case Fact.TaskSucceeded done -> Optional.of(new Attempt(done.step(), done.attempt()));
      case Fact.TaskFailed failed -> Optional.of(new Attempt(failed.step(), failed.attempt()));
      case Fact.ItemsRead read -> Optional.of(new Attempt(read.step(), -read.attempt()));
      default -> Optional.empty();
    };
  }

  /** The same try, where it was about reading items. */
  Attempt ofReading() {
    return new Attempt(step, -Math.abs(number));
  }

  /** What an execution still needs an answer to, be it paused or about to ask somebody else. */
  Optional<Command.Work> wantedBy(Execution execution) {
    for (Command command : Outstanding.evenIfPaused(execution)) {
      if (command instanceof Command.Work work && of(work).equals(this)) {
        return Optional.of(work);
      }
    }
    return Optional.empty();
  }
}
