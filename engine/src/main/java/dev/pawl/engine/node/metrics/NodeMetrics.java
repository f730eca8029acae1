package dev.pawl.engine.node.metrics;

import dev.pawl.engine.Status;
import dev.pawl.engine.StepChange;
import dev.pawl.engine.StepStatus;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.CommitResult;
import dev.pawl.engine.store.Disposition;
import dev.pawl.engine.store.ExecutionMetadata;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/** Counters of a node since its process began, and the way of its durations to an observer. */
public final class NodeMetrics {

  private static final System.Logger LOG = System.getLogger(NodeMetrics.class.getName());

  private final NodeObserver observer;
  private final LongAdder commits = new LongAdder();
  private final LongAdder facts = new LongAdder();
  private final LongAdder started = new LongAdder();
  private final LongAdder offered = new LongAdder();
  private final LongAdder refused = new LongAdder();
  private final AtomicLong startsRefused = new AtomicLong();
  private final Map<Status, LongAdder> ended = new EnumMap<>(Status.class);
  private final Map<StepStatus, LongAdder> steps = new EnumMap<>(StepStatus.class);

  /** Creates counters at zero. */
  public NodeMetrics(NodeObserver observer) {
    this.observer = observer;
    for (Status status : Status.values()) {
      if (status.isTerminal()) {
        ended.put(status, new LongAdder());
      }
    }
    for (StepStatus status :
        EnumSet.complementOf(EnumSet.of(StepStatus.PENDING, StepStatus.RUNNING))) {
      steps.put(status, new LongAdder());
    }
  }

  /** Wraps the receiver of a commit's result so that the result is counted first. */
  public Consumer<CommitResult> counting(Commit commit, Consumer<CommitResult> receiver) {
    return result -> {
      count(commit, result);
      receiver.accept(result);
    };
  }

  private void count(Commit commit, CommitResult result) {
    switch (result) {
      case CommitResult.Committed done -> countDurable(commit);
      case CommitResult.Queued queued -> countDurable(commit);
      case CommitResult.MessagesPending unread -> countDurable(commit);
      case CommitResult.Duplicate same -> {}
      case CommitResult.Rejected beyondLimit -> {}
      case CommitResult.Stale stale -> {}
      case CommitResult.Stopped stopped -> {}
      case CommitResult.Refused no -> refused.increment();
    }
  }

  private void countDurable(Commit commit) {
    commits.increment();
    facts.add(commit.facts().size());
    offered.add(commit.outgoing().offering().made().size());
    if (isTest(commit.info())) {
      return;
    }
    started.add((commit.isNew() ? 1 : 0) + commit.outgoing().children().size());
    if (commit.disposition() instanceof Disposition.End end) {
      LongAdder number = ended.get(end.status());
      if (number != null) {
        number.increment();
      }
      observe(
          () ->
              observer.executionEnded(
                  commit.info().version().flow(),
                  end.status(),
                  Duration.between(end.startedAt(), end.at())));
    }
  }

  private static boolean isTest(ExecutionMetadata info) {
    return info.tags().origin().test().isPresent();
  }

  /** Counts the steps among these that have ended, unless their execution is a test. */
  public void countSteps(ExecutionMetadata info, List<StepChange> durable) {
    if (isTest(info)) {
      return;
    }
    for (StepChange step : durable) {
      LongAdder number = steps.get(step.status());
      if (number != null) {
        number.increment();
      }
    }
  }

  /** Returns false if nobody receives durations, so that none need to be measured. */
  public boolean isObserved() {
    return !observer.equals(NodeObserver.NONE);
  }

  /** Reports a handler call to the observer. */
  public void handlerReturned(String resource, NodeObserver.HandlerOutcome outcome, long nanos) {
    observe(() -> observer.handlerReturned(resource, outcome, Duration.ofNanos(nanos)));
  }

  /** Reports a written batch to the observer. */
  public void batchWritten(int size, long nanos) {
    observe(() -> observer.batchWritten(size, Duration.ofNanos(nanos)));
  }

  /** An exception here would end a writer, and with it the incarnation. */
  private static void observe(Runnable measurement) {
    try {
      measurement.run();
    } catch (RuntimeException e) {
      LOG.log(Level.ERROR, "the observer of this node failed; a measurement is lost", e);
    }
  }

  /** Returns the number of durable commits. */
  public long commits() {
    return commits.sum();
  }

  /** Returns the number of facts written to the journal. */
  public long facts() {
    return facts.sum();
  }

  /** Returns the number of executions started, children included and tests left out. */
  public long started() {
    return started.sum();
  }

  /** Returns the number of offers written for remote workers. */
  public long offered() {
    return offered.sum();
  }

  /** Returns the number of commits that the store refused. */
  public long refused() {
    return refused.sum();
  }

  /** Counts a start that was refused, and returns how many there are. */
  public long countStartRefused() {
    return startsRefused.incrementAndGet();
  }

  /** Returns the number of starts refused because too many commits were waiting. */
  public long startsRefused() {
    return startsRefused.get();
  }

  /** Returns the number of executions that ended on this node, by status; tests are left out. */
  public Map<Status, Long> ended() {
    Map<Status, Long> numbers = new EnumMap<>(Status.class);
    ended.forEach((status, number) -> numbers.put(status, number.sum()));
    return numbers;
  }

  /** Returns the number of steps that ended on this node, by status; tests are left out. */
  public Map<StepStatus, Long> steps() {
    Map<StepStatus, Long> numbers = new EnumMap<>(StepStatus.class);
    steps.forEach((status, number) -> numbers.put(status, number.sum()));
    return numbers;
  }
}
