package dev.pawl.engine.node;

import dev.pawl.engine.Advanced;
import dev.pawl.engine.Command;
import dev.pawl.engine.Execution;
import dev.pawl.engine.Fact;
import dev.pawl.engine.FrameId;
import dev.pawl.engine.Interpreter;
import dev.pawl.engine.Outcome;
import dev.pawl.engine.Outstanding;
import dev.pawl.engine.Recorded;
import dev.pawl.engine.Whereabouts;
import dev.pawl.engine.run.Calls;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.TestRun;
import dev.pawl.model.Flow;
import dev.pawl.model.State;
import dev.pawl.model.Survey;
import dev.pawl.sdk.JsonObject;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The calls of an execution that a test does not make. What they are said to answer is heard as if
 * it came from outside, so the history of a test is like any other. Guarded by the lock of its
 * {@link Live}.
 */
final class Mocks {

  /** How many calls are remembered before those are forgotten that are through. */
  private static final int MANY = 1_000;

  private final String said;
  private final Interpreter interpreter;
  private @Nullable TestRun test;

  /** How many calls were made by each name. */
  private final Map<String, Integer> turns = new HashMap<>();

  /** Whose turn it was: who is asked again answers the same. */
  private final Map<Attempt, Integer> asked = new HashMap<>();

  private int many = MANY;

  private Mocks(String said, Interpreter interpreter) {
    this.said = said;
    this.interpreter = interpreter;
  }

  /** None of an execution that is meant. */
  static Optional<Mocks> of(Card card, Interpreter interpreter) {
    return card.tags().origin().test().map(said -> new Mocks(said, interpreter));
  }

  /** It came from the store: whose turn it is follows from all that happened. */
  void recall(Iterable<Recorded> past, Execution unborn) {
    Execution execution = unborn;
    for (Recorded fact : past) {
      Advanced advanced = interpreter.advance(execution, fact);
      execution = advanced.execution();
      for (Command command : advanced.commands()) {
        outcome(command, execution);
      }
    }
  }

  /** Whether a call is not made but pretended. */
  boolean pretend(Command command, Execution execution) {
    return outcome(command, execution).isPresent();
  }

  /** What a call is said to answer; empty if it has to be made. */
  Optional<Fact> answer(Command.Work work, Execution execution, Instant now) {
    return outcome(work, execution).map(outcome -> fact(work, outcome, now));
  }

  private Optional<Outcome> outcome(Command command, Execution execution) {
    if (!(command instanceof Command.Work work)) {
      return Optional.empty();
    }
    Optional<String> name = name(work, execution);
    if (name.isPresent()) {
      return Optional.of(test().answer(name.get(), turn(work, name.get(), execution)));
    }
    return undoesMock(work, execution)
        ? Optional.of(new Outcome.Succeeded(JsonObject.EMPTY))
        : Optional.empty();
  }

  /** The name by which something is said of a call: that of its Task, or else of its resource. */
  private Optional<String> name(Command.Work work, Execution execution) {
    Set<String> names = test().mocks().keySet();
    return Optional.of(work)
        .filter(Command.RunTask.class::isInstance)
        .flatMap(task -> Whereabouts.state(interpreter.flow(), execution, task.step()))
        .filter(names::contains)
        .or(() -> Optional.of(work.call().resource()).filter(names::contains));
  }

  /** What was not done must not be undone. */
  private boolean undoesMock(Command.Work work, Execution execution) {
    if (!work.step().frame().equals(FrameId.COMPENSATION)) {
      return false;
    }
    Set<String> names = test().mocks().keySet();
    String state = execution.undoing().map(frame -> frame.visit().state()).orElse("");
    Flow flow = interpreter.flow();
    return Survey.of(flow.machine()).uses().stream()
        .filter(use -> use.resource().equals(work.call().resource()))
        .map(Survey.Use::state)
        .filter(done -> done.name().equals(state))
        .anyMatch(
            done ->
                names.contains(state)
                    || done instanceof State.Task mocked && names.contains(mocked.resource()));
  }

  private int turn(Command.Work work, String name, Execution execution) {
    Attempt attempt = Attempt.of(work);
    Integer before = asked.get(attempt);
    if (before != null) {
      return before;
    }
    int turn = turns.merge(name, 1, Integer::sum) - 1;
    asked.put(attempt, turn);
    if (asked.size() > many) {
      Set<Attempt> open = new HashSet<>();
      for (Command command : Outstanding.evenIfPaused(execution)) {
        if (command instanceof Command.Work awaited) {
          open.add(Attempt.of(awaited));
        }
      }
      asked.keySet().retainAll(open);
      many = Math.max(MANY, 2 * asked.size());
    }
    return turn;
  }

  private TestRun test() {
    if (test == null) {
      try {
        test = TestRun.parse(said);
      } catch (IllegalArgumentException unreadable) {
        throw new IncidentException(
            "what the test pretends cannot be read: " + unreadable.getMessage());
      }
    }
    return test;
  }

  private static Fact fact(Command.Work work, Outcome outcome, Instant now) {
    return switch (outcome) {
      case Outcome.Succeeded done ->
          new Fact.TaskSucceeded(work.step(), work.attempt(), done.output(), Calls.timing(now));
      case Outcome.Failed failed ->
          new Fact.TaskFailed(work.step(), work.attempt(), failed.failure(), Calls.timing(now));
    };
  }
}
