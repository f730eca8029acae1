package dev.pawl.engine.node.live;

import dev.pawl.engine.Execution;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Interpreter;
import dev.pawl.engine.OutstandingCommands;
import dev.pawl.engine.node.read.LoadedExecution;
import dev.pawl.engine.store.Awaited;
import dev.pawl.engine.store.CommitResult;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.ExpelledException;
import dev.pawl.engine.store.InboxMessage;
import dev.pawl.engine.store.Offer;
import dev.pawl.engine.store.UnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One execution in the memory of its node; the only object that changes it. All input arrives here
 * and is passed on under one lock: {@link LiveState} applies it, {@link WriteCycle} writes it and
 * carries out the commands behind it.
 */
public final class LiveExecution {

  private final ExecutionMetadata info;
  private final ExecutionRuntime runtime;
  private final CompletableFuture<CommitResult> firstCommit;
  private final ReentrantLock lock = new ReentrantLock();
  private final LiveState state;
  private final WriteCycle cycle;
  private boolean isRemoved;
  private int received;

  /**
   * Creates an execution that does nothing until it is started or loaded.
   *
   * @param firstCommit completed with the result of the first commit of a new execution
   */
  public LiveExecution(
      ExecutionRuntime runtime,
      ExecutionMetadata info,
      Interpreter interpreter,
      CompletableFuture<CommitResult> firstCommit) {
    this.runtime = runtime;
    this.info = info;
    this.firstCommit = firstCommit;
    this.state =
        new LiveState(
            runtime, info, interpreter, new ExecutionTimers(runtime::schedule, this::fireTimers));
    this.cycle = new WriteCycle(this, runtime, interpreter.flow(), state, firstCommit);
  }

  /** Returns the metadata of the execution. */
  public ExecutionMetadata info() {
    return info;
  }

  /** Starts a new execution; an express one writes nothing until it ends or has to wait. */
  public void start(Fact.Started started, boolean express) {
    cycle.beginNew(express);
    whilePresent(() -> cycle.accept(new ExecutionInput.FactInput(started)));
  }

  /**
   * Continues a stored execution: issues its outstanding commands again, except calls that were
   * made before and will be answered by message.
   */
  public void load(LoadedExecution loaded, int messagesRead, List<Awaited> awaited) {
    whilePresent(
        () -> {
          restore(loaded, messagesRead);
          Execution execution = loaded.execution();
          OpenCalls.restored(awaited, OutstandingCommands.evenIfPaused(execution))
              .forEach(state::await);
          // First, because input may have arrived before the execution was restored.
          cycle.inputs.addFirst(new ExecutionInput.Restored(OutstandingCommands.of(execution)));
          cycle.advance();
        });
  }

  /**
   * Ends an execution that never got its concurrency permit: by its messages if one of them cancels
   * it, otherwise because it has waited too long.
   */
  public void endUnstarted(LoadedExecution loaded, int messagesRead, List<InboxMessage> messages) {
    whilePresent(
        () -> {
          restore(loaded, messagesRead);
          if (messages.stream().anyMatch(MessageBody::cancels)) {
            received += messages.size();
            messages.forEach(message -> cycle.inputs.add(new ExecutionInput.MessageInput(message)));
          } else {
            cycle.inputs.add(new ExecutionInput.FactInput(new Fact.QueueTimedOut()));
          }
          cycle.advance();
        });
  }

  private void restore(LoadedExecution loaded, int messagesRead) {
    cycle.beginStored(loaded.snapshotSeq());
    received = messagesRead;
    state.load(loaded, messagesRead);
  }

  /** Accepts a message from the inbox; ignores one that was received before. */
  public void receive(InboxMessage message) {
    whilePresent(
        () -> {
          if (cycle.isReady() && message.number() == received + 1) {
            received++;
            cycle.accept(new ExecutionInput.MessageInput(message));
          }
        });
  }

  /**
   * Accepts the outcome of offered work without a message.
   *
   * @param receipt completed with true when the outcome is durable and with false if the attempt is
   *     not open any more; fails if neither is known
   */
  public void deliver(Offer.Key work, Fact outcome, CompletableFuture<Boolean> receipt) {
    whilePresent(
        () ->
            cycle.accept(new ExecutionInput.ExternalResult(AttemptKey.of(work), outcome, receipt)));
    if (isRemoved()) {
      WriteCycle.fail(receipt);
    }
  }

  private boolean isRemoved() {
    lock.lock();
    try {
      return isRemoved;
    } finally {
      lock.unlock();
    }
  }

  /** Accepts the result of a handler call on this node. */
  public void callReturned(OpenCall call, CallResult result) {
    whilePresent(
        () -> {
          boolean isOpen = state.calls.end(call);
          switch (result) {
            // A late answer is journalled too; it has no effect.
            case CallResult.OutcomeReady answered ->
                cycle.accept(new ExecutionInput.FactInput(answered.fact()));
            case CallResult.Interrupted interrupted -> {
              if (isOpen) {
                cycle.accept(new ExecutionInput.FactInput(interrupted.fact()));
              }
            }
            case CallResult.Deferred deferred -> {
              if (isOpen) {
                state.await(call);
                cycle.advance();
              }
            }
            case CallResult.BreakerOpen held -> {
              if (isOpen) {
                state.hold(call, held.downstream(), held.until());
                cycle.advance();
              }
            }
            case CallResult.Unserved unserved -> {
              if (isOpen) {
                state.offer(call);
                cycle.advance();
              }
            }
          }
        });
  }

  /** Limits the time of a call whose state sets no limit. */
  public void limit(OpenCall call, Duration limit) {
    whilePresent(() -> state.limit(call, limit));
  }

  /** Accepts a heartbeat of the handler that works on a call. */
  public void heartbeat(OpenCall call) {
    whilePresent(() -> state.heartbeat(call.attempt));
  }

  private void fireTimers() {
    whilePresent(
        () -> {
          Instant now = runtime.clock().now();
          state.timers.takeDue(now, due -> state.inputOf(due, now).ifPresent(cycle.inputs::add));
          if (cycle.isWriting()) {
            state.checkIdleLater(now);
          }
          cycle.advance();
        });
  }

  /**
   * Runs an action under the lock unless the execution was removed. An exception stops this
   * execution and does not reach the caller, which serves other executions too.
   */
  void whilePresent(Runnable action) {
    lock.lock();
    try {
      if (!isRemoved) {
        action.run();
      }
    } catch (RuntimeException e) {
      stop(e);
    } finally {
      lock.unlock();
    }
  }

  /** Leaves memory; the caller holds the lock. */
  void remove() {
    isRemoved = true;
    runtime.remove(this);
    state.timers.cancel();
    cycle.failReceipts();
  }

  /** Leaves memory because of an error; unread messages stay in the inbox. */
  void stop(RuntimeException cause) {
    boolean wasStored = cycle.isStored();
    firstCommit.completeExceptionally(cause);
    IncidentPark park = new IncidentPark(received, state.calls.answeredByMessage());
    remove();
    if (wasStored) {
      runtime.stop(info, park, cause);
    }
  }

  /** Stops all work without writing, because the node has lost its lease. */
  public void abandon() {
    whilePresent(
        () -> {
          isRemoved = true;
          firstCommit.completeExceptionally(
              new ExpelledException("the node lost its right to write"));
          state.timers.cancel();
          state.calls.interruptAll();
        });
  }

  /** Fails the caller that waits for the first commit; the commit may still become durable. */
  public void failFirstCommit(UnavailableException cause) {
    firstCommit.completeExceptionally(cause);
  }

  /** Returns true while a write or a handler call is in progress. */
  public boolean isBusy() {
    lock.lock();
    try {
      return !isRemoved && (cycle.isWriting() || state.calls.isRunning());
    } finally {
      lock.unlock();
    }
  }
}
