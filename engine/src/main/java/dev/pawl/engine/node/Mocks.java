package dev.pawl.engine.node;

import dev.pawl.engine.Activity;
import dev.pawl.engine.Command;
import dev.pawl.engine.Execution;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Fork;
import dev.pawl.engine.Frame;
import dev.pawl.engine.Outcome;
import dev.pawl.engine.StepId;
import dev.pawl.engine.run.Calls;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.TestRun;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Calls that a test does not make. What they are said to answer is heard as if it came from
 * outside, so the history of a test is like any other.
 */
final class Mocks {

  private Mocks() {}

  /** What a call is said to answer; empty if it has to be made. */
  static Optional<Fact> answer(Card card, Execution execution, Command command, Instant now) {
    Optional<TestRun> test = card.tags().origin().test();
    return test.isPresent() && command instanceof Command.RunTask task
        ? outcome(test.get(), execution, task).map(outcome -> fact(task, outcome, now))
        : Optional.empty();
  }

  private static Optional<Outcome> outcome(
      TestRun test, Execution execution, Command.RunTask task) {
    Optional<String> state = execution.root().flatMap(root -> state(root, task.step()));
    return test.answer(state, task.call().resource(), task.attempt());
  }

  /** Which state a step is a visit to. A compensation is at none that has a name. */
  private static Optional<String> state(Frame frame, StepId step) {
    if (frame.step().equals(step)) {
      return Optional.of(frame.visit().state());
    }
    Stream<Fork.Slot> slots =
        frame.activity() instanceof Activity.Forked(Fork fork) && step.frame().isWithin(frame.id())
            ? fork.slots().stream()
            : Stream.empty();
    return slots
        .flatMap(
            slot ->
                slot instanceof Fork.Slot.Local(Frame child) ? Stream.of(child) : Stream.empty())
        .flatMap(child -> state(child, step).stream())
        .findFirst();
  }

  private static Fact fact(Command.RunTask task, Outcome outcome, Instant now) {
    return switch (outcome) {
      case Outcome.Succeeded done ->
          new Fact.TaskSucceeded(task.step(), task.attempt(), done.output(), Calls.timing(now));
      case Outcome.Failed failed ->
          new Fact.TaskFailed(task.step(), task.attempt(), failed.failure(), Calls.timing(now));
    };
  }
}
