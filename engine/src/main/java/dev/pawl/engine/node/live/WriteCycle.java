package dev.pawl.engine.node.live;

import dev.pawl.engine.node.read.IncidentException;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.CommitResult;
import dev.pawl.engine.store.Disposition;
import dev.pawl.engine.store.Disposition.Continue;
import dev.pawl.engine.store.UnavailableException;
import dev.pawl.model.Flow;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;

/**
 * Applies the queued input of one execution, writes it, and carries out its commands when the write
 * is durable. At most one write is in flight; input that arrives meanwhile goes into the next one.
 * All methods are called under the lock of the {@link LiveExecution}.
 */
final class WriteCycle {

  private static final int MAX_FACTS_PER_WRITE = 500;

  /** A parked execution gets a snapshot if it has more facts than this after its last one. */
  private static final int MIN_FACTS_FOR_PARK_SNAPSHOT = 50;

  /** A running execution gets a snapshot each time it has this many facts after its last one. */
  private static final int FACTS_PER_RUNNING_SNAPSHOT = 500;

  /** Input that was not applied yet. */
  final ArrayDeque<ExecutionInput> inputs = new ArrayDeque<>(2);

  private final LiveExecution owner;
  private final ExecutionRuntime runtime;
  private final Flow flow;
  private final LiveState state;
  private final CompletableFuture<CommitResult> firstCommit;
  private boolean isReady;
  private boolean isStored;
  private boolean isExpress;
  private boolean isWriting;
  private long snapshotSeq;

  WriteCycle(
      LiveExecution owner,
      ExecutionRuntime runtime,
      Flow flow,
      LiveState state,
      CompletableFuture<CommitResult> firstCommit) {
    this.owner = owner;
    this.runtime = runtime;
    this.flow = flow;
    this.state = state;
    this.firstCommit = firstCommit;
  }

  /** Begins with an execution that was not written yet. */
  void beginNew(boolean express) {
    isExpress = express;
    isReady = true;
  }

  /** Begins with an execution that was read from the store. */
  void beginStored(long lastSnapshotSeq) {
    isReady = true;
    isStored = true;
    snapshotSeq = lastSnapshotSeq;
  }

  /** Returns false until the execution was started or loaded; its input waits until then. */
  boolean isReady() {
    return isReady;
  }

  /** Returns true if the first commit was written or is being written. */
  boolean isStored() {
    return isStored;
  }

  /** Returns true while a write is in flight. */
  boolean isWriting() {
    return isWriting;
  }

  /** Queues an input and applies it, unless a write is in flight. */
  void accept(ExecutionInput input) {
    inputs.add(input);
    advance();
  }

  /** Applies all queued input and writes the result, unless a write is in flight. */
  void advance() {
    if (isWriting || !isReady) {
      return;
    }
    while (!inputs.isEmpty() && !isWriteFull() && !state.hasEnded()) {
      state.apply(inputs.remove());
    }
    boolean hasMoreInput = !inputs.isEmpty() && !state.hasEnded();
    Disposition disposition = hasMoreInput ? Continue.CONTINUE : state.disposition();
    if (disposition == Continue.CONTINUE
        && (state.pendingWrite().isEmpty() || mayPostponeWrite())) {
      carryOut(state.pendingWrite());
    } else {
      write(state.takePendingWrite(), disposition);
    }
  }

  private boolean isWriteFull() {
    return state.pendingWrite().entries.size() >= MAX_FACTS_PER_WRITE;
  }

  private boolean mayPostponeWrite() {
    PendingWrite pending = state.pendingWrite();
    return isExpress
        && !isStored
        && !isWriteFull()
        && !pending.affectsOthers()
        && !pending.issuesTaskTokens();
  }

  private void write(PendingWrite pending, Disposition disposition) {
    boolean isFirst = !isStored;
    isStored = true;
    isWriting = true;
    runtime.write(
        pending.toCommit(owner.info(), isFirst, state, disposition),
        result -> owner.whilePresent(() -> onWritten(result, isFirst, pending, disposition)));
  }

  private void onWritten(
      CommitResult result, boolean isFirst, PendingWrite pending, Disposition disposition) {
    isWriting = false;
    if (isFirst) {
      firstCommit.complete(result);
    }
    if (result.isDurable()) {
      runtime.committed(owner.info(), pending.steps);
    }
    switch (result) {
      case CommitResult.Committed committed -> {
        publish(pending);
        if (disposition == Continue.CONTINUE) {
          carryOut(pending);
        } else {
          leave(disposition);
        }
      }
      case CommitResult.MessagesPending messages -> {
        publish(pending);
        carryOut(pending);
        runtime.checkInbox();
      }
      // Only its start was written: it has no children yet.
      case CommitResult.Queued queued -> owner.remove();
      case CommitResult.Duplicate duplicate -> owner.remove();
      case CommitResult.Rejected rejected -> owner.remove();
      case CommitResult.Stale stale -> owner.remove();
      case CommitResult.Stopped stopped -> owner.remove();
      case CommitResult.Refused refused -> {
        pending.receipts.forEach(WriteCycle::fail);
        if (isFirst) {
          owner.remove();
        } else {
          owner.stop(new IncidentException(refused.why()));
        }
      }
    }
  }

  /** Reports a durable write to callers, children and other executions. */
  private void publish(PendingWrite durable) {
    for (Commit.ChildStart child : durable.childStarts.children()) {
      if (child.owned()) {
        runtime.children().start(child);
      }
    }
    if (durable.affectsExecutions()) {
      runtime.checkInbox();
    }
    durable.receipts.forEach(receipt -> receipt.complete(true));
  }

  /** Makes the calls and sets the timers of a write, now that its facts are durable. */
  private void carryOut(PendingWrite durable) {
    durable.takeCalls().forEach(work -> call(OpenCall.of(work, runtime.clock())));
    durable.takeTimers().forEach(timer -> state.timers.add(new DueTimer.Timer(timer)));
    durable
        .takeMockedOutcomes()
        .reversed()
        .forEach(fact -> inputs.addFirst(new ExecutionInput.FactInput(fact)));
    long seq = state.execution().seq();
    if (isStored && seq - snapshotSeq >= FACTS_PER_RUNNING_SNAPSHOT) {
      snapshotSeq = seq;
      saveSnapshot();
    }
    if (!inputs.isEmpty()) {
      runtime.execute(() -> owner.whilePresent(this::advance));
    }
  }

  private void saveSnapshot() {
    runtime.saveSnapshot(owner.info(), state.execution(), state.lastAt(), flow);
  }

  private void call(OpenCall call) {
    if (state.calls.begin(call)) {
      state.watch(call);
      call.thread = runtime.call(owner, call);
    }
  }

  private void leave(Disposition disposition) {
    if (disposition instanceof Disposition.Park
        && state.execution().seq() - snapshotSeq > MIN_FACTS_FOR_PARK_SNAPSHOT) {
      saveSnapshot();
    }
    if (disposition instanceof Disposition.End) {
      runtime.ended(owner.info().key(), state.execution());
    }
    owner.remove();
  }

  /** Fails all callers that wait for a write which will not be made any more. */
  void failReceipts() {
    state.pendingWrite().receipts.forEach(WriteCycle::fail);
    for (ExecutionInput input : inputs) {
      if (input instanceof ExecutionInput.ExternalResult external) {
        fail(external.receipt());
      }
    }
  }

  static void fail(CompletableFuture<Boolean> receipt) {
    receipt.completeExceptionally(
        new UnavailableException("the execution has left the memory of this node"));
  }
}
