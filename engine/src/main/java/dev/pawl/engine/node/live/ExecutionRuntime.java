package dev.pawl.engine.node.live;

import dev.pawl.engine.Command;
import dev.pawl.engine.Execution;
import dev.pawl.engine.RecordedFact;
import dev.pawl.engine.StepChange;
import dev.pawl.engine.run.Timeline;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.CommitResult;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.model.Flow;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** The services of a node that an execution in its memory uses. */
public interface ExecutionRuntime {

  /** Returns the clock that facts and timers use. */
  Timeline clock();

  /**
   * Queues a commit.
   *
   * @param onResult called when the commit is durable or refused
   */
  void write(Commit commit, Consumer<CommitResult> onResult);

  /** Runs work of the engine soon, on another thread. */
  void execute(Runnable work);

  /** Runs work of the engine at a time. */
  Future<?> schedule(Instant at, Runnable work);

  /** Returns false if this node certainly has no handler for the work. */
  boolean mayServe(Command.Work work);

  /**
   * Calls a handler on a thread of its own and reports the result with {@link
   * LiveExecution#callReturned}.
   */
  Thread call(LiveExecution execution, OpenCall call);

  /** Returns the services for starting children. */
  ChildPlacement children();

  /** Reads the journal of an execution. */
  Iterable<RecordedFact> journal(ExecutionKey key);

  /** Saves a snapshot in the background; failures are only logged. */
  void saveSnapshot(ExecutionMetadata info, Execution execution, Instant at, Flow flow);

  /** Makes the node check its inbox and claim executions without waiting for the next poll. */
  void checkInbox();

  /** Reports steps that have become durable. */
  void committed(ExecutionMetadata info, List<StepChange> steps);

  /** Reports the end of an execution, after its commit is durable. */
  void ended(ExecutionKey key, Execution execution);

  /** Removes an execution from the memory of the node. */
  void remove(LiveExecution execution);

  /** Parks or releases an execution that cannot continue on this node. */
  void stop(ExecutionMetadata info, IncidentPark park, RuntimeException cause);
}
