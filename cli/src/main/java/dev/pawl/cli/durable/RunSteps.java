package dev.pawl.cli.durable;

import dev.pawl.cli.run.StepLog;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.StepChange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

/** Reports each step of a run once, whether this node executed it or another one did. */
final class RunSteps {

  private final Function<ExecutionId, List<StepChange>> stored;
  private final Consumer<StepLog.Entry> onBegin;
  private final StepLog log = new StepLog();
  private final PrintedSteps printed = new PrintedSteps();
  private final LinkedBlockingQueue<CommittedSteps> committed = new LinkedBlockingQueue<>();
  private Consumer<StepLog.Entry> onEnd = entry -> {};

  /** Steps of one execution, in order. */
  private record CommittedSteps(ExecutionId execution, List<StepChange> steps) {}

  /**
   * Creates a report without steps.
   *
   * @param stored reads all steps of an execution from the store
   * @param onBegin called for each step that begins
   */
  RunSteps(Function<ExecutionId, List<StepChange>> stored, Consumer<StepLog.Entry> onBegin) {
    this.stored = stored;
    this.onBegin = onBegin;
  }

  /** Sets the listener for each step that is over. */
  void onEnd(Consumer<StepLog.Entry> listener) {
    onEnd = listener;
  }

  StepLog log() {
    return log;
  }

  /** Queues steps that this node has committed; called by threads of the node. */
  void add(ExecutionId execution, List<StepChange> steps) {
    if (!steps.isEmpty()) {
      committed.add(new CommittedSteps(execution, List.copyOf(steps)));
    }
  }

  /** Reports the next queued steps; returns false if there were none within the given time. */
  boolean reportNext(Duration atMost) throws InterruptedException {
    CommittedSteps next = committed.poll(atMost.toMillis(), TimeUnit.MILLISECONDS);
    if (next == null) {
      return false;
    }
    if (printed.mayHaveGap(next.execution(), next.steps().getFirst())) {
      reportStored(next.execution());
    }
    report(next.execution(), printed.takeNew(next.execution(), next.steps()));
    return true;
  }

  /** Reports the steps of an execution in the store; returns true if there were new ones. */
  boolean reportStored(ExecutionId execution) {
    List<StepChange> added = printed.takeNew(execution, stored.apply(execution));
    report(execution, added);
    return !added.isEmpty();
  }

  /** Reports the steps of several executions in the store in the order of their times. */
  void reportStored(List<ExecutionId> executions) {
    List<CommittedSteps> all = new ArrayList<>();
    for (ExecutionId execution : executions) {
      printed
          .takeNew(execution, stored.apply(execution))
          .forEach(step -> all.add(new CommittedSteps(execution, List.of(step))));
    }
    all.sort(Comparator.comparing(one -> one.steps().getFirst().at()));
    all.forEach(one -> report(one.execution(), one.steps()));
  }

  private void report(ExecutionId execution, List<StepChange> steps) {
    for (StepChange step : steps) {
      Optional<StepLog.Entry> ended = log.add(execution, step);
      ended.ifPresent(onEnd);
      if (ended.isEmpty()) {
        onBegin.accept(new StepLog.Entry(execution, step, Duration.ZERO));
      }
    }
  }
}
