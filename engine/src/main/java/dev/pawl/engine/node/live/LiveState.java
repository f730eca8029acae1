package dev.pawl.engine.node.live;

import dev.pawl.engine.AdvanceResult;
import dev.pawl.engine.Command;
import dev.pawl.engine.Execution;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Interpreter;
import dev.pawl.engine.OutstandingCommands;
import dev.pawl.engine.RecordedFact;
import dev.pawl.engine.StepId;
import dev.pawl.engine.journal.FactBytes;
import dev.pawl.engine.node.read.LoadedExecution;
import dev.pawl.engine.run.ChildFlow;
import dev.pawl.engine.run.HandlerInvocations;
import dev.pawl.engine.store.Disposition;
import dev.pawl.engine.store.Disposition.Continue;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.JournalEntry;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The state of an execution in memory, and the changes since its last write. Input is applied here
 * and collected in a {@link PendingWrite}. Guarded by the lock of its {@link LiveExecution}.
 */
final class LiveState {

  /** A held call is tried again after this time at the earliest. */
  private static final Duration MIN_HOLD_TIME = Duration.ofMillis(100);

  final OpenCalls calls = new OpenCalls();
  final ExecutionTimers timers;
  final ExecutionEnd end = new ExecutionEnd();
  private final ExecutionRuntime runtime;
  private final ExecutionMetadata info;
  private final Interpreter interpreter;
  private final Optional<Mocks> mocks;
  private Execution execution;
  private Instant lastAt = Instant.EPOCH;
  private PendingWrite pending = new PendingWrite();
  private int messagesRead;
  private boolean mayHaveChildren;

  LiveState(
      ExecutionRuntime runtime,
      ExecutionMetadata info,
      Interpreter interpreter,
      ExecutionTimers timers) {
    this.runtime = runtime;
    this.info = info;
    this.interpreter = interpreter;
    this.timers = timers;
    this.mocks = Mocks.of(info, interpreter);
    this.execution = Execution.notStarted(info.id());
  }

  void load(LoadedExecution loaded, int numberOfLastMessage) {
    if (loaded.execution().seq() > 1) {
      mocks.ifPresent(test -> test.replay(runtime.journal(info.key()), execution));
    }
    execution = loaded.execution();
    lastAt = loaded.lastAt();
    messagesRead = numberOfLastMessage;
    mayHaveChildren = true;
  }

  Execution execution() {
    return execution;
  }

  /** Returns when the last fact was applied. */
  Instant lastAt() {
    return lastAt;
  }

  boolean hasEnded() {
    return execution.status().isTerminal();
  }

  /** Returns the number of the last message that was read. */
  int messagesRead() {
    return messagesRead;
  }

  PendingWrite pendingWrite() {
    return pending;
  }

  /** Returns the pending write and begins the next one. */
  PendingWrite takePendingWrite() {
    PendingWrite taken = pending;
    mayHaveChildren |= !taken.childStarts.children().isEmpty();
    pending = new PendingWrite();
    return taken;
  }

  void apply(ExecutionInput input) {
    switch (input) {
      case ExecutionInput.FactInput happened -> apply(happened.fact());
      case ExecutionInput.Restored restored -> {
        if (restored.commands().stream().anyMatch(ChildStarts::startsChild)) {
          pending.childStarts.addExisting(runtime.children().existing(info.key()));
        }
        restored.commands().forEach(this::plan);
        pending.childStarts.takeAnswers().forEach(this::apply);
      }
      case ExecutionInput.MessageInput received -> {
        messagesRead = received.message().number();
        pending.messages++;
        switch (MessageBody.read(received.message().body())) {
          case MessageBody.FactMessage message -> apply(interpreted(message.fact()));
          case MessageBody.Heartbeat beat -> heartbeat(new AttemptKey(beat.step(), beat.attempt()));
        }
      }
      case ExecutionInput.ExternalResult result -> {
        Optional<Command.Work> work = openWork(result.attempt());
        if (work.isPresent()) {
          pending.receipts.add(result.receipt());
          apply(HandlerInvocations.interpret(work.get(), result.outcome()));
        } else {
          result.receipt().complete(false);
        }
      }
      case ExecutionInput.HeldCallDue due ->
          // While the execution is paused, nothing is called; resuming issues all commands again.
          calls
              .takeHeld(due.attempt())
              .map(HeldCall::work)
              .filter(OutstandingCommands.of(execution)::contains)
              .ifPresent(pending::addCall);
      case ExecutionInput.TimedOut timedOut -> {
        OpenCall call = timedOut.call();
        call.timedOut();
        if (calls.drop(call)) {
          if (call.probed().isPresent()) {
            // A probe uses no attempt; the next one is made by another call.
            hold(call, call.probed().get(), runtime.clock().now());
            return;
          }
          withdraw(call);
          String error = timedOut.error();
          apply(
              HandlerInvocations.timedOut(
                  call.command(), error, call.exceededLimit(error), runtime.clock()));
          abandonChildren(call.attempt.step());
        }
      }
    }
  }

  /** Converts an outcome from a message to the fact that its work stands for. */
  private Fact interpreted(Fact outcome) {
    Optional<Command.Work> work = AttemptKey.of(outcome).flatMap(this::openWork);
    return work.isPresent() ? HandlerInvocations.interpret(work.get(), outcome) : outcome;
  }

  private Optional<Command.Work> openWork(AttemptKey attempt) {
    return calls.find(attempt).map(OpenCall::command).or(() -> attempt.openIn(execution));
  }

  private void apply(Fact fact) {
    Set<Command> issuedBefore =
        fact instanceof Fact.Resumed
            ? new HashSet<>(OutstandingCommands.evenIfPaused(execution))
            : Set.of();
    Instant now = runtime.clock().now();
    lastAt = now.isBefore(lastAt) ? lastAt : now;
    RecordedFact recorded = new RecordedFact(execution.seq() + 1, lastAt, fact);
    AdvanceResult advanced = interpreter.advance(execution, recorded);
    execution = advanced.execution();
    pending.entries.add(new JournalEntry(recorded.seq(), lastAt, FactBytes.write(fact)));
    pending.steps.addAll(advanced.steps());
    calls.settle(fact).ifPresent(this::withdraw);
    for (Command command : advanced.commands()) {
      // Resuming issues all outstanding commands again, but a child must not be started twice.
      boolean isStarted = issuedBefore.contains(command) && ChildStarts.startsChild(command);
      if (!isStarted || mocks.filter(test -> test.isMocked(command, execution)).isPresent()) {
        plan(command);
      }
    }
    pending.childStarts.takeAnswers().forEach(this::apply);
  }

  /**
   * Decides what each command adds to the pending write and what is done when it is durable. The
   * only place that carries out commands.
   */
  private void plan(Command command) {
    switch (command) {
      case Command.Work work -> planWork(work);
      case Command.StartChild child ->
          pending.childStarts.addItem(info, child, interpreter.flow(), runtime);
      case Command.Abandon abandon -> {
        calls.drop(abandon.step()).forEach(this::withdraw);
        abandonChildren(abandon.step());
      }
      case Command.SetTimer timer -> pending.addTimer(timer);
      case Command.AwaitEvent event -> {}
      case Command.OpenHumanTask human -> {}
      case Command.Finish finish -> {}
    }
  }

  private void planWork(Command.Work work) {
    Optional<Fact> mocked = mocks.flatMap(test -> test.outcome(work, execution, lastAt));
    if (mocked.isPresent()) {
      pending.addMockedOutcome(work, HandlerInvocations.interpret(work, mocked.get()));
      return;
    }
    Optional<ChildFlow> flow = ChildFlow.of(work);
    if (flow.isPresent()) {
      if (!calls.isAwaited(AttemptKey.of(work))
          && pending.childStarts.addFlow(info, work, flow.get(), runtime)) {
        await(OpenCall.of(work, runtime.clock()));
      }
    } else if (runtime.mayServe(work)) {
      pending.addCall(work);
    } else {
      offer(OpenCall.of(work, runtime.clock()));
    }
  }

  private void abandonChildren(StepId step) {
    if (mayHaveChildren || !pending.childStarts.children().isEmpty()) {
      pending.cancelChildren(step);
    }
  }

  /** Decides what becomes of the execution with the pending write. */
  Disposition disposition() {
    if (hasEnded()) {
      pending.answerParent(info, execution, lastAt);
      calls.offered().forEach(this::withdraw);
      return ExecutionEnd.of(info, execution, lastAt);
    }
    if (calls.isRunning() || pending.hasWork()) {
      return Continue.CONTINUE;
    }
    Instant now = runtime.clock().now();
    Disposition disposition = ParkDecision.decide(execution, calls, messagesRead, lastAt, now);
    if (disposition == Continue.CONTINUE) {
      checkIdleLater(now);
    }
    return disposition;
  }

  /** Schedules the next decision whether to park. */
  void checkIdleLater(Instant now) {
    timers.add(new DueTimer.Idle(now.plus(ParkDecision.MIN_PARK_TIME)));
  }

  /** Offers a call to workers and other nodes, unless it was offered before. */
  void offer(OpenCall call) {
    if (!calls.isAwaited(call.attempt)) {
      pending.offer(call.toOffer(info));
      await(call);
    }
  }

  /** Keeps a call whose downstream has an open breaker; its timeout begins when it is made. */
  void hold(OpenCall call, String downstream, Instant until) {
    Instant earliest = runtime.clock().now().plus(MIN_HOLD_TIME);
    Instant at = until.isBefore(earliest) ? earliest : until;
    calls.hold(call.attempt, new HeldCall(call.command(), downstream, at));
    timers.add(new DueTimer.BreakerRetry(at, call.attempt));
  }

  private void withdraw(OpenCall call) {
    if (call.isOffered()) {
      pending.withdraw(call.offerKey(info.key()));
    }
  }

  void await(OpenCall call) {
    calls.await(call);
    watch(call);
  }

  void watch(OpenCall call) {
    call.deadline().ifPresent(at -> timers.add(new DueTimer.CallDeadline(at, call.attempt)));
  }

  /** Limits the time of a running call. */
  void limit(OpenCall call, Duration limit) {
    if (calls.find(call.attempt).filter(call::equals).isPresent()) {
      call.limit(limit, runtime.clock().now());
      watch(call);
    }
  }

  /** Extends the heartbeat deadline of an attempt. */
  void heartbeat(AttemptKey attempt) {
    calls
        .find(attempt)
        .filter(call -> call.heartbeat(runtime.clock().now()))
        .ifPresent(this::watch);
  }

  /** Returns the input that a due timer causes; empty if the timer is no longer needed. */
  Optional<ExecutionInput> inputOf(DueTimer due, Instant now) {
    return switch (due) {
      case DueTimer.Timer timer -> {
        Command.SetTimer set = timer.command();
        boolean isOutstanding = OutstandingCommands.evenIfPaused(execution).contains(set);
        Fact fired = new Fact.TimerFired(set.step(), set.attempt());
        yield isOutstanding ? Optional.of(new ExecutionInput.FactInput(fired)) : Optional.empty();
      }
      case DueTimer.CallDeadline deadline -> calls.timeoutOf(deadline.attempt(), now, this::watch);
      case DueTimer.BreakerRetry held ->
          calls
              .held(held.attempt())
              .filter(call -> !call.until().isAfter(now))
              .map(call -> new ExecutionInput.HeldCallDue(held.attempt()));
      case DueTimer.Idle idle -> Optional.empty();
    };
  }
}
