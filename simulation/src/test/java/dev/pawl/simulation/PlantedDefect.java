package dev.pawl.simulation;

import dev.pawl.engine.AdvanceResult;
import dev.pawl.engine.Command;
import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Failure;
import dev.pawl.engine.Interpreter;
import dev.pawl.engine.Outcome;
import dev.pawl.engine.OutstandingCommands;
import dev.pawl.engine.RecordedFact;
import dev.pawl.engine.Status;
import dev.pawl.engine.StepChange;
import dev.pawl.engine.StepStatus;
import dev.pawl.engine.Tampering;
import dev.pawl.model.StateKind;
import dev.pawl.sdk.JsonNull;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Defects of an engine that the simulator must detect. */
enum PlantedDefect implements EngineUnderTest {
  ACKNOWLEDGES_BEFORE_COMMIT {
    @Override
    public void write(List<String> journal, String row) {
      if (row.length() % 13 != 0) {
        journal.add(row);
      }
    }
  },

  WRITES_A_FACT_TWICE {
    @Override
    public void write(List<String> journal, String row) {
      journal.add(row);
      if (row.length() % 13 == 0) {
        journal.add(row);
      }
    }
  },

  SNAPSHOT_IS_OFF_BY_ONE {
    @Override
    public Execution recover(Interpreter interpreter, ExecutionId id, List<RecordedFact> facts) {
      return super.recover(interpreter, id, facts.subList(0, Math.max(0, facts.size() - 1)));
    }
  },

  LOSES_A_COMMAND {
    @Override
    public AdvanceResult advance(Interpreter interpreter, Execution execution, RecordedFact fact) {
      AdvanceResult sound = interpreter.advance(execution, fact);
      return fact.seq() % 3 == 0
          ? withCommands(sound, without(sound.commands(), Command.RunTask.class::isInstance))
          : sound;
    }
  },

  NEW_INCARNATION_FORGETS_TIMERS {
    @Override
    public List<Command> outstanding(Execution execution) {
      return without(OutstandingCommands.of(execution), Command.SetTimer.class::isInstance);
    }
  },

  NEW_INCARNATION_ISSUES_TWICE {
    @Override
    public List<Command> outstanding(Execution execution) {
      List<Command> twice = new ArrayList<>(OutstandingCommands.of(execution));
      twice.addAll(OutstandingCommands.of(execution));
      return twice;
    }
  },

  USES_A_VISIT_AGAIN {
    @Override
    public AdvanceResult advance(Interpreter interpreter, Execution execution, RecordedFact fact) {
      return fact.fact() instanceof Fact.Rewound rewound && rewound.frame().hops().isEmpty()
          ? tampered(
              interpreter,
              execution,
              fact,
              e -> Tampering.withRoot(e, root -> Tampering.withVisits(root, rewound.to().visit())))
          : interpreter.advance(execution, fact);
    }
  },

  LEAVES_SIBLINGS_RUNNING {
    @Override
    public AdvanceResult advance(Interpreter interpreter, Execution execution, RecordedFact fact) {
      AdvanceResult sound = interpreter.advance(execution, fact);
      List<StepChange> steps =
          sound.steps().stream().filter(step -> step.status() != StepStatus.CANCELLED).toList();
      return new AdvanceResult(
          sound.execution(),
          without(sound.commands(), Command.Abandon.class::isInstance),
          renumbered(steps),
          sound.ignored());
    }
  },

  DOES_NOT_CALL_BACK {
    @Override
    public AdvanceResult advance(Interpreter interpreter, Execution execution, RecordedFact fact) {
      AdvanceResult sound = interpreter.advance(execution, fact);
      return withCommands(sound, without(sound.commands(), Command.Abandon.class::isInstance));
    }
  },

  TIMER_FIRES_TWICE {
    @Override
    public AdvanceResult advance(Interpreter interpreter, Execution execution, RecordedFact fact) {
      AdvanceResult sound = interpreter.advance(execution, fact);
      if (!(fact.fact() instanceof Fact.TimerFired) || sound.ignored().isEmpty()) {
        return sound;
      }
      return OutstandingCommands.of(execution).stream()
          .filter(Command.SetTimer.class::isInstance)
          .map(Command.SetTimer.class::cast)
          .findFirst()
          .map(timer -> new Fact.TimerFired(timer.step(), timer.attempt()))
          .map(again -> interpreter.advance(execution, recorded(fact, again)))
          .orElse(sound);
    }
  },

  JOINS_TWICE {
    @Override
    public AdvanceResult advance(Interpreter interpreter, Execution execution, RecordedFact fact) {
      AdvanceResult sound = interpreter.advance(execution, fact);
      boolean joined =
          sound.steps().stream()
              .anyMatch(
                  step ->
                      step.place().kind() == StateKind.PARALLEL
                          && step.status() == StepStatus.SUCCEEDED);
      List<Command> twice = new ArrayList<>(sound.commands());
      twice.addAll(sound.commands());
      return joined ? withCommands(sound, twice) : sound;
    }
  },

  GOES_ON_AFTER_THE_END {
    @Override
    public AdvanceResult advance(Interpreter interpreter, Execution execution, RecordedFact fact) {
      boolean ended = execution.status().isTerminal();
      return interpreter.advance(ended ? Tampering.revived(execution) : execution, fact);
    }
  },

  LATE_ANSWER_COUNTS_FOR_ANOTHER_STEP {
    @Override
    public AdvanceResult advance(Interpreter interpreter, Execution execution, RecordedFact fact) {
      AdvanceResult sound = interpreter.advance(execution, fact);
      Optional<Command.RunTask> other = Tampering.underWay(execution);
      if (!(fact.fact() instanceof Fact.TaskSucceeded late)
          || sound.ignored().isEmpty()
          || other.isEmpty()) {
        return sound;
      }
      Fact moved =
          new Fact.TaskSucceeded(
              other.get().step(), other.get().attempt(), late.output(), late.timing());
      return interpreter.advance(execution, recorded(fact, moved));
    }
  },

  MAP_RESULTS_OUT_OF_ORDER {
    @Override
    public AdvanceResult advance(Interpreter interpreter, Execution execution, RecordedFact fact) {
      return tampered(
          interpreter, execution, fact, e -> Tampering.withRoot(e, Tampering::withChildrenSwapped));
    }
  },

  RETRY_COUNTER_DOES_NOT_SURVIVE {
    @Override
    public Execution recover(Interpreter interpreter, ExecutionId id, List<RecordedFact> facts) {
      return Tampering.withRoot(super.recover(interpreter, id, facts), Tampering::withFreshRetries);
    }
  },

  RETRIES_FOR_EVER {
    @Override
    public AdvanceResult advance(Interpreter interpreter, Execution execution, RecordedFact fact) {
      return tampered(
          interpreter, execution, fact, e -> Tampering.withRoot(e, Tampering::withFreshRetries));
    }
  },

  COMPENSATES_IN_ANY_ORDER {
    @Override
    public AdvanceResult advance(Interpreter interpreter, Execution execution, RecordedFact fact) {
      return tampered(interpreter, execution, fact, Tampering::withUnorderedSaga);
    }
  },

  FORGETS_WHAT_TO_COMPENSATE {
    @Override
    public AdvanceResult advance(Interpreter interpreter, Execution execution, RecordedFact fact) {
      return tampered(interpreter, execution, fact, Tampering::withShortSaga);
    }
  },

  VARIABLES_LEAK_BETWEEN_BRANCHES {
    @Override
    public AdvanceResult advance(Interpreter interpreter, Execution execution, RecordedFact fact) {
      return tampered(
          interpreter,
          execution,
          fact,
          e -> Tampering.withRoot(e, Tampering::withLeakingVariables));
    }
  },

  LOSES_KEPT_EVENTS {
    @Override
    public AdvanceResult advance(Interpreter interpreter, Execution execution, RecordedFact fact) {
      AdvanceResult sound = interpreter.advance(execution, fact);
      return withExecution(sound, Tampering.withoutEvents(sound.execution()));
    }
  },

  RUNS_MORE_ITEMS_THAN_MAY {
    @Override
    public AdvanceResult advance(Interpreter interpreter, Execution execution, RecordedFact fact) {
      return tampered(
          interpreter, execution, fact, e -> Tampering.withRoot(e, Tampering::unlimited));
    }
  },

  WORKS_WHILE_PAUSED {
    @Override
    public AdvanceResult advance(Interpreter interpreter, Execution execution, RecordedFact fact) {
      if (!execution.isPaused() || fact.fact() instanceof Fact.Resumed) {
        return interpreter.advance(execution, fact);
      }
      AdvanceResult running =
          interpreter.advance(Tampering.withStatus(execution, Status.RUNNING), fact);
      return running.execution().status() == Status.RUNNING
          ? withExecution(running, Tampering.withStatus(running.execution(), Status.PAUSED))
          : running;
    }
  },

  SWALLOWS_THE_FAILURE_OF_A_CHILD {
    @Override
    public AdvanceResult advance(Interpreter interpreter, Execution execution, RecordedFact fact) {
      Fact told =
          fact.fact() instanceof Fact.ChildEnded child && child.outcome() instanceof Outcome.Failed
              ? new Fact.ChildEnded(
                  child.step(), child.index(), new Outcome.Succeeded(JsonNull.NULL))
              : fact.fact();
      return interpreter.advance(execution, recorded(fact, told));
    }
  },

  MISTAKES_TIMEOUTS_FOR_FAILURES {
    @Override
    public AdvanceResult advance(Interpreter interpreter, Execution execution, RecordedFact fact) {
      Fact told =
          fact.fact() instanceof Fact.TaskFailed failed
              ? new Fact.TaskFailed(
                  failed.step(),
                  failed.attempt(),
                  new Failure(Optional.of("Boom"), failed.failure().cause()),
                  failed.timing())
              : fact.fact();
      return interpreter.advance(execution, recorded(fact, told));
    }
  },

  DEPENDS_ON_THE_TIME_OF_RECOVERY {
    @Override
    public Execution recover(Interpreter interpreter, ExecutionId id, List<RecordedFact> facts) {
      return Tampering.withRoot(super.recover(interpreter, id, facts), Tampering::withShortSleep);
    }
  };

  /** Ignored facts change nothing here either; otherwise that check would detect every defect. */
  private static AdvanceResult tampered(
      Interpreter interpreter,
      Execution execution,
      RecordedFact fact,
      UnaryOperator<Execution> tampering) {
    AdvanceResult sound = interpreter.advance(execution, fact);
    return sound.ignored().isPresent()
        ? sound
        : interpreter.advance(tampering.apply(execution), fact);
  }

  private static RecordedFact recorded(RecordedFact place, Fact fact) {
    return new RecordedFact(place.seq(), place.at(), fact);
  }

  private static AdvanceResult withCommands(AdvanceResult a, List<Command> commands) {
    return new AdvanceResult(a.execution(), commands, a.steps(), a.ignored());
  }

  private static AdvanceResult withExecution(AdvanceResult a, Execution execution) {
    return new AdvanceResult(execution, a.commands(), a.steps(), a.ignored());
  }

  private static List<Command> without(List<Command> commands, Predicate<Command> dropped) {
    return commands.stream().filter(dropped.negate()).toList();
  }

  private static List<StepChange> renumbered(List<StepChange> steps) {
    List<StepChange> numbered = new ArrayList<>();
    for (StepChange s : steps) {
      numbered.add(
          new StepChange(
              s.seq(), numbered.size(), s.id(), s.at(), s.status(), s.place(), s.result()));
    }
    return numbered;
  }
}
