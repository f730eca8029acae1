package dev.pawl.simulation;

import dev.pawl.engine.AdvanceResult;
import dev.pawl.engine.Command;
import dev.pawl.engine.Execution;
import dev.pawl.engine.Fact;
import dev.pawl.engine.OutstandingCommands;
import dev.pawl.engine.RecordedFact;
import dev.pawl.engine.StepChange;
import dev.pawl.engine.StepId;
import dev.pawl.engine.StepStatus;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Tracks commands that are neither answered nor cancelled and compares them with what the execution
 * reports as outstanding.
 */
final class CommandCheck implements ExecutionInvariant {

  private final Map<CommandKey, Command> open = new LinkedHashMap<>();
  private final Set<CommandKey> ever = new HashSet<>();

  @Override
  public void after(Execution before, RecordedFact recorded, AdvanceResult advanced) {
    if (advanced.ignored().isPresent()) {
      compare(advanced.execution());
      return;
    }
    open.keySet().removeIf(key -> answers(recorded.fact(), key));
    boolean again = recorded.fact() instanceof Fact.Resumed;
    for (Command command : advanced.commands()) {
      switch (command) {
        case Command.Abandon abandon ->
            open.keySet().removeIf(key -> key.step().equals(abandon.step()));
        case Command.Finish finish -> {}
        case Command.OfStep asked -> issued(asked, again, advanced.execution());
      }
    }
    if (advanced.execution().ending().isPresent()) {
      open.keySet().removeIf(key -> key.step().equals(StepId.EXECUTION));
    }
    leave(advanced.steps());
    compare(advanced.execution());
  }

  private void issued(Command command, boolean again, Execution execution) {
    CommandKey key = CommandKey.of(command);
    if (execution.isPaused() && key.isWork()) {
      throw new Violation("a paused execution begins no work", command.toString());
    }
    open.put(key, command);
    if (!ever.add(key) && !again) {
      throw new Violation("a command is issued once", command.toString());
    }
  }

  /** Removes the commands of ended steps; fails if their work was not cancelled. */
  private void leave(List<StepChange> lines) {
    Map<StepId, StepStatus> last = new HashMap<>();
    lines.forEach(line -> last.put(line.id(), line.status()));
    Set<StepId> over = new HashSet<>();
    last.forEach(
        (step, status) -> {
          if (status != StepStatus.PENDING && status != StepStatus.RUNNING) {
            over.add(step);
          }
        });
    open.entrySet()
        .removeIf(
            entry -> {
              CommandKey key = entry.getKey();
              if (!over.contains(key.step())) {
                return false;
              }
              boolean harmless =
                  key.kind() == CommandKey.CommandKind.TIMER
                      || key.kind() == CommandKey.CommandKind.EVENT;
              if (!harmless) {
                throw new Violation(
                    "work that is no longer needed is cancelled",
                    key + " is open but its step has ended");
              }
              return true;
            });
  }

  private void compare(Execution execution) {
    Map<CommandKey, Command> outstanding = new LinkedHashMap<>();
    for (Command command : OutstandingCommands.of(execution)) {
      if (outstanding.put(CommandKey.of(command), command) != null) {
        throw new Violation("nothing is outstanding twice", command.toString());
      }
    }
    Map<CommandKey, Command> expected = new LinkedHashMap<>(open);
    if (execution.isPaused()) {
      expected.keySet().removeIf(CommandKey::isWork);
    }
    if (!expected.keySet().equals(outstanding.keySet())) {
      throw new Violation(
          "what is outstanding was issued, and nothing else",
          "issued " + expected.keySet() + ", outstanding " + outstanding.keySet());
    }
    expected.forEach(
        (key, command) -> {
          if (!command.equals(outstanding.get(key))) {
            throw new Violation(
                "a command stays what it was",
                TextDifference.between(command, String.valueOf(outstanding.get(key))));
          }
        });
  }

  @Override
  public void recovered(Execution execution, List<Command> issued) {
    if (execution.isPaused()) {
      open.keySet().removeIf(CommandKey::isWork);
    }
    Set<CommandKey> again = new HashSet<>();
    for (Command command : issued) {
      if (!again.add(CommandKey.of(command))) {
        throw new Violation("a command is issued once", command + " twice by one incarnation");
      }
    }
    if (!again.equals(open.keySet())) {
      throw new Violation(
          "a new incarnation issues what is outstanding",
          "expected " + open.keySet() + " but it issued " + again);
    }
  }

  private static boolean answers(Fact fact, CommandKey key) {
    return switch (fact) {
      case Fact.TaskSucceeded f -> isAbout(key, f.step(), f.attempt()) && key.isWork();
      case Fact.TaskFailed f -> isAbout(key, f.step(), f.attempt()) && key.isWork();
      case Fact.ItemsRead f ->
          key.kind() == CommandKey.CommandKind.READ
              && isAbout(key, f.step(), f.attempt())
              && key.offset() == f.offset();
      case Fact.ChildEnded f ->
          key.kind() == CommandKey.CommandKind.CHILD && isAbout(key, f.step(), f.index());
      case Fact.TimerFired f ->
          key.kind() == CommandKey.CommandKind.TIMER && isAbout(key, f.step(), f.attempt());
      case Fact.HumanActed f ->
          key.kind() == CommandKey.CommandKind.HUMAN && key.step().equals(f.step());
      case Fact.EventArrived f -> false;
      case Fact.Started f -> false;
      case Fact.Cancelled f -> false;
      case Fact.QueueTimedOut f -> false;
      case Fact.Paused f -> false;
      case Fact.Resumed f -> false;
      case Fact.Skipped f -> false;
      case Fact.Rewound f -> false;
    };
  }

  private static boolean isAbout(CommandKey key, StepId step, int number) {
    return key.step().equals(step) && key.number() == number;
  }
}
