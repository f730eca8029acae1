package dev.pawl.engine.node.read;

import dev.pawl.engine.Activity;
import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Failure;
import dev.pawl.engine.Frame;
import dev.pawl.engine.FrameId;
import dev.pawl.engine.History;
import dev.pawl.engine.Interpreter;
import dev.pawl.engine.RecordedFact;
import dev.pawl.engine.Status;
import dev.pawl.engine.StepChange;
import dev.pawl.engine.node.read.ExecutionProgress.FoldedProgress;
import dev.pawl.engine.node.read.ExecutionProgress.Items;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Folds the facts of one execution to its progress. */
final class ProgressFold {

  private final Interpreter interpreter;
  private final History history;
  private final Set<Integer> done = new HashSet<>();

  /** The failed steps of the latest fact that made any fail, the innermost first. */
  private final List<StepChange> failed = new ArrayList<>();

  private Optional<String> remark = Optional.empty();
  private Optional<String> by = Optional.empty();

  ProgressFold(Interpreter interpreter, ExecutionId id) {
    this.interpreter = interpreter;
    this.history = History.withoutPayloads(id);
  }

  void add(RecordedFact fact) {
    for (History.StepEntry line :
        history.follow(fact, interpreter.advance(history.execution(), fact))) {
      add(line.step());
    }
    if (fact.fact() instanceof Fact.Paused paused) {
      remark(paused.reason(), paused.by());
    } else if (fact.fact() instanceof Fact.Cancelled cancelled) {
      remark(cancelled.reason(), "");
    } else if (fact.fact() instanceof Fact.Resumed) {
      remark("", "");
    }
  }

  private void remark(String reason, String who) {
    remark = Optional.of(reason).filter(text -> !text.isEmpty());
    by = Optional.of(who).filter(name -> !name.isEmpty());
  }

  private void add(StepChange step) {
    if (step.result().failure().isPresent()) {
      if (!failed.isEmpty() && failed.getFirst().seq() != step.seq()) {
        failed.clear();
      }
      failed.add(step);
    }
    if (step.id().frame().equals(FrameId.ROOT)) {
      switch (step.status()) {
        case SUCCEEDED, SKIPPED -> done.add(step.id().visit());
        case ROLLED_BACK -> done.remove(step.id().visit());
        case PENDING, RUNNING, FAILED, COMPENSATED, CANCELLED -> {}
      }
    }
  }

  FoldedProgress result() {
    Execution execution = history.execution();
    Optional<Frame> current = current(execution);
    Optional<StepChange> culprit = culprit(execution);
    Optional<String> state =
        switch (execution.status()) {
          case SUCCEEDED -> Optional.empty();
          case FAILED, TIMED_OUT ->
              culprit
                  .map(step -> step.place().state())
                  .or(() -> execution.root().map(root -> root.visit().state()));
          case CANCELLED -> execution.root().map(root -> root.visit().state());
          case PENDING, RUNNING, WAITING, PAUSED -> current.map(frame -> frame.visit().state());
        };
    return new FoldedProgress(
        done.size(),
        total(execution),
        state,
        current.map(frame -> frame.visit().attempt()).orElse(1),
        culprit
            .filter(step -> state.filter(step.place().state()::equals).isPresent())
            .flatMap(step -> step.result().failure()),
        current.flatMap(ProgressFold::items),
        remark,
        by,
        execution.ending().map(Execution.Ending::status),
        execution.isPaused());
  }

  private static Optional<Frame> current(Execution execution) {
    if (execution.status().isTerminal()) {
      return Optional.empty();
    }
    return execution.ending().isEmpty()
        ? execution.root()
        : execution.undoing().or(execution::openEndTask);
  }

  /** Returns the step whose failure ended the execution, or else the one that failed last. */
  private Optional<StepChange> culprit(Execution execution) {
    Optional<String> error = execution.failure().flatMap(Failure::error);
    return failed.stream()
        .filter(step -> error.isPresent() && error.equals(step.result().failure().get().error()))
        .findFirst()
        .or(() -> failed.stream().findFirst());
  }

  private static Optional<Items> items(Frame frame) {
    if (!(frame.activity() instanceof Activity.Forked forked)) {
      return Optional.empty();
    }
    int total = forked.fork().slots().size();
    return total == 0
        ? Optional.empty()
        : Optional.of(new Items(forked.fork().tally().ended(), total));
  }

  private int total(Execution execution) {
    if (execution.status() == Status.SUCCEEDED) {
      return done.size();
    }
    RemainingStates remaining = new RemainingStates(interpreter.flow().machine());
    if (execution.root().isEmpty()) {
      return remaining.from(interpreter.flow().machine().startAt());
    }
    Frame.Visit visit = execution.root().get().visit();
    int rest = remaining.from(visit.state());
    return done.size() + (done.contains(visit.number()) ? rest - 1 : rest);
  }
}
