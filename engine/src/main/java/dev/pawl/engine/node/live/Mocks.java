package dev.pawl.engine.node.live;

import dev.pawl.engine.AdvanceResult;
import dev.pawl.engine.Command;
import dev.pawl.engine.Execution;
import dev.pawl.engine.Fact;
import dev.pawl.engine.FrameId;
import dev.pawl.engine.Interpreter;
import dev.pawl.engine.Outcome;
import dev.pawl.engine.OutstandingCommands;
import dev.pawl.engine.RecordedFact;
import dev.pawl.engine.StateLookup;
import dev.pawl.engine.node.read.IncidentException;
import dev.pawl.engine.run.HandlerInvocations;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.TestRun;
import dev.pawl.model.Flow;
import dev.pawl.model.FlowReferences;
import dev.pawl.model.State;
import dev.pawl.sdk.JsonObject;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The mocked calls of a test execution. Their outcomes are applied as if a handler had returned
 * them, so the history of a test looks like any other. Guarded by the lock of its {@link
 * LiveExecution}.
 */
final class Mocks {

  /** The number of remembered calls above which finished ones are removed. */
  private static final int MAX_REMEMBERED_CALLS = 1_000;

  private final String definition;
  private final Interpreter interpreter;
  private @Nullable TestRun test;

  /** The number of calls made so far, by mock name. */
  private final Map<String, Integer> callCounts = new HashMap<>();

  /** The call number of each attempt: an attempt issued again gets the same outcome. */
  private final Map<AttemptKey, Integer> callNumbers = new HashMap<>();

  private int maxRemembered = MAX_REMEMBERED_CALLS;

  private Mocks(String definition, Interpreter interpreter) {
    this.definition = definition;
    this.interpreter = interpreter;
  }

  /** Returns the mocks of a test execution; empty for a real one. */
  static Optional<Mocks> of(ExecutionMetadata info, Interpreter interpreter) {
    return info.tags().origin().test().map(definition -> new Mocks(definition, interpreter));
  }

  /** Counts the calls of an execution that was loaded, by replaying its journal. */
  void replay(Iterable<RecordedFact> journal, Execution initial) {
    Execution execution = initial;
    for (RecordedFact fact : journal) {
      AdvanceResult advanced = interpreter.advance(execution, fact);
      execution = advanced.execution();
      for (Command command : advanced.commands()) {
        mockOutcome(command, execution);
      }
    }
  }

  /** Returns true if a call is mocked instead of made. */
  boolean isMocked(Command command, Execution execution) {
    return mockOutcome(command, execution).isPresent();
  }

  /** Returns the outcome of a mocked call; empty if the call has to be made. */
  Optional<Fact> outcome(Command.Work work, Execution execution, Instant now) {
    return mockOutcome(work, execution).map(outcome -> fact(work, outcome, now));
  }

  private Optional<Outcome> mockOutcome(Command command, Execution execution) {
    if (!(command instanceof Command.Work work)) {
      return Optional.empty();
    }
    Optional<String> name = name(work, execution);
    if (name.isPresent()) {
      return Optional.of(test().outcome(name.get(), callNumber(work, name.get(), execution)));
    }
    return compensatesMock(work, execution)
        ? Optional.of(new Outcome.Succeeded(JsonObject.EMPTY))
        : Optional.empty();
  }

  /** Returns the mock name of a call: its state if that is mocked, otherwise its resource. */
  private Optional<String> name(Command.Work work, Execution execution) {
    Set<String> names = test().mocks().keySet();
    return Optional.of(work)
        .filter(Command.RunTask.class::isInstance)
        .flatMap(task -> StateLookup.state(interpreter.flow(), execution, task.step()))
        .filter(names::contains)
        .or(() -> Optional.of(work.call().resource()).filter(names::contains));
  }

  /** Returns true if the work compensates a step that was itself mocked. */
  private boolean compensatesMock(Command.Work work, Execution execution) {
    if (!work.step().frame().equals(FrameId.COMPENSATION)) {
      return false;
    }
    Set<String> names = test().mocks().keySet();
    String state = execution.undoing().map(frame -> frame.visit().state()).orElse("");
    Flow flow = interpreter.flow();
    return FlowReferences.of(flow.machine()).resources().stream()
        .filter(use -> use.resource().equals(work.call().resource()))
        .map(FlowReferences.ResourceUse::state)
        .filter(done -> done.name().equals(state))
        .anyMatch(
            done ->
                names.contains(state)
                    || done instanceof State.Task mocked && names.contains(mocked.resource()));
  }

  private int callNumber(Command.Work work, String name, Execution execution) {
    AttemptKey attempt = AttemptKey.of(work);
    Integer known = callNumbers.get(attempt);
    if (known != null) {
      return known;
    }
    int number = callCounts.merge(name, 1, Integer::sum) - 1;
    callNumbers.put(attempt, number);
    if (callNumbers.size() > maxRemembered) {
      Set<AttemptKey> open = new HashSet<>();
      for (Command command : OutstandingCommands.evenIfPaused(execution)) {
        if (command instanceof Command.Work awaited) {
          open.add(AttemptKey.of(awaited));
        }
      }
      callNumbers.keySet().retainAll(open);
      maxRemembered = Math.max(MAX_REMEMBERED_CALLS, 2 * callNumbers.size());
    }
    return number;
  }

  private TestRun test() {
    if (test == null) {
      try {
        test = TestRun.parse(definition);
      } catch (IllegalArgumentException unreadable) {
        throw new IncidentException(
            "the mocks of the test execution cannot be read: " + unreadable.getMessage());
      }
    }
    return test;
  }

  private static Fact fact(Command.Work work, Outcome outcome, Instant now) {
    return switch (outcome) {
      case Outcome.Succeeded done ->
          new Fact.TaskSucceeded(
              work.step(), work.attempt(), done.output(), HandlerInvocations.timing(now));
      case Outcome.Failed failed ->
          new Fact.TaskFailed(
              work.step(), work.attempt(), failed.failure(), HandlerInvocations.timing(now));
    };
  }
}
