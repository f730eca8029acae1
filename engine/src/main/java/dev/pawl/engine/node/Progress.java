package dev.pawl.engine.node;

import dev.pawl.engine.Advanced;
import dev.pawl.engine.Command;
import dev.pawl.engine.Execution;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Interpreter;
import dev.pawl.engine.Outstanding;
import dev.pawl.engine.Recorded;
import dev.pawl.engine.StepId;
import dev.pawl.engine.journal.FactBytes;
import dev.pawl.engine.run.Calls;
import dev.pawl.engine.run.ChildFlow;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Entry;
import dev.pawl.engine.store.Fate;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Where an execution in memory stands, and what has happened to it since its last write: what comes
 * in is applied here and gathered as a batch. Guarded by the lock of its {@link Live}.
 */
final class Progress {

  final OpenCalls calls = new OpenCalls();
  final Alarm alarm;
  final ExecutionEnd end = new ExecutionEnd();
  private final Incarnation home;
  private final Card card;
  private final Interpreter interpreter;
  private final Optional<Mocks> mocks;
  private Execution execution;
  private Instant lastAt = Instant.EPOCH;
  private Batch batch = new Batch();
  private int read;
  private boolean mayHaveChildren;

  Progress(Incarnation home, Card card, Interpreter interpreter, Alarm alarm) {
    this.home = home;
    this.card = card;
    this.interpreter = interpreter;
    this.alarm = alarm;
    this.mocks = Mocks.of(card, interpreter);
    this.execution = Execution.unborn(card.id());
  }

  void load(Loading loading, int lettersRead) {
    if (loading.execution().seq() > 1) {
      mocks.ifPresent(test -> test.recall(home.past(card.key()), execution));
    }
    execution = loading.execution();
    lastAt = loading.lastAt();
    read = lettersRead;
    mayHaveChildren = true;
  }

  Execution execution() {
    return execution;
  }

  /** When something last happened to it. */
  Instant lastAt() {
    return lastAt;
  }

  boolean hasEnded() {
    return execution.status().isTerminal();
  }

  /** The number of the last letter that was read. */
  int read() {
    return read;
  }

  Batch batch() {
    return batch;
  }

  /** What is to be written now; the next batch begins. */
  Batch takeBatch() {
    Batch taken = batch;
    mayHaveChildren |= !taken.births.children().isEmpty();
    batch = new Batch();
    return taken;
  }

  void apply(Incoming news) {
    switch (news) {
      case Incoming.Told told -> apply(told.fact());
      case Incoming.Asked asked -> {
        if (asked.commands().stream().anyMatch(Births::isBirth)) {
          batch.births.know(home.children(card.key()));
        }
        asked.commands().forEach(this::plan);
        batch.births.takeAnswers().forEach(this::apply);
      }
      case Incoming.Posted posted -> {
        read = posted.letter().number();
        batch.letters++;
        switch (Message.read(posted.letter().body())) {
          case Message.Tell tell -> apply(meant(tell.fact()));
          case Message.Beat beat -> beat(new Attempt(beat.step(), beat.attempt()));
        }
      }
      case Incoming.HandedIn handedIn -> {
        Optional<Command.Work> asked = asked(handedIn.attempt());
        if (asked.isPresent()) {
          batch.receipts.add(handedIn.receipt());
          apply(Calls.meant(asked.get(), handedIn.outcome()));
        } else {
          handedIn.receipt().complete(false);
        }
      }
      case Incoming.Late late -> {
        if (calls.drop(late.call())) {
          withdraw(late.call());
          apply(Calls.timedOut(late.call().command, late.error(), home.clock()));
          abandonChildren(late.call().attempt.step());
        }
      }
    }
  }

  /** What comes from elsewhere, as the work means it that was asked for. */
  private Fact meant(Fact answer) {
    Optional<Command.Work> work = Attempt.of(answer).flatMap(this::asked);
    return work.isPresent() ? Calls.meant(work.get(), answer) : answer;
  }

  private Optional<Command.Work> asked(Attempt attempt) {
    return calls.find(attempt).map(call -> call.command).or(() -> attempt.wantedBy(execution));
  }

  private void apply(Fact fact) {
    Set<Command> begun =
        fact instanceof Fact.Resumed
            ? new HashSet<>(Outstanding.evenIfPaused(execution))
            : Set.of();
    Instant now = home.clock().now();
    lastAt = now.isBefore(lastAt) ? lastAt : now;
    Recorded recorded = new Recorded(execution.seq() + 1, lastAt, fact);
    Advanced advanced = interpreter.advance(execution, recorded);
    execution = advanced.execution();
    batch.entries.add(new Entry(recorded.seq(), lastAt, FactBytes.write(fact)));
    batch.steps.addAll(advanced.steps());
    calls.settle(fact).ifPresent(this::withdraw);
    for (Command command : advanced.commands()) {
      // Resuming asks again for all that is outstanding; a child that was born stays the same.
      boolean isBorn = begun.contains(command) && Births.isBirth(command);
      if (!isBorn || mocks.filter(test -> test.pretend(command, execution)).isPresent()) {
        plan(command);
      }
    }
    batch.births.takeAnswers().forEach(this::apply);
  }

  /** Sorts out what is written with the facts and what is done when they are durable. */
  private void plan(Command command) {
    switch (command) {
      case Command.Work work -> {
        Optional<Fact> pretended = mocks.flatMap(test -> test.answer(work, execution, lastAt));
        Optional<ChildFlow> flow = ChildFlow.of(work);
        if (pretended.isPresent()) {
          batch.pretend(work, Calls.meant(work, pretended.get()));
        } else if (flow.isEmpty()) {
          if (home.mayServe(work)) {
            batch.commands.add(work);
          } else {
            offer(Call.of(work, home.clock().now()));
          }
        } else if (!calls.isAwaited(Attempt.of(work))
            && batch.births.flow(card, work, flow.get(), home)) {
          await(Call.of(work, home.clock().now()));
        }
      }
      case Command.StartChild child -> batch.births.item(card, child, home);
      case Command.Abandon abandon -> {
        calls.drop(abandon.step()).forEach(this::withdraw);
        abandonChildren(abandon.step());
      }
      case Command.SetTimer timer -> batch.commands.add(timer);
      case Command.AwaitEvent event -> {}
      case Command.OpenHumanTask human -> {}
      case Command.Finish finish -> {}
    }
  }

  private void abandonChildren(StepId step) {
    if (mayHaveChildren || !batch.births.children().isEmpty()) {
      batch.abandon(step);
    }
  }

  /** What becomes of the execution with the write of this batch. */
  Fate fate() {
    if (hasEnded()) {
      batch.answerParent(card, execution, lastAt);
      calls.offered().forEach(this::withdraw);
      return ExecutionEnd.of(card, execution, lastAt);
    }
    if (calls.isRunning() || batch.hasWork()) {
      return Fate.GoesOn.GOES_ON;
    }
    Instant now = home.clock().now();
    Fate fate = Parking.decide(execution, calls, read, lastAt, now);
    if (fate == Fate.GoesOn.GOES_ON) {
      lookAgainSoon(now);
    }
    return fate;
  }

  /** It may have to park then. */
  void lookAgainSoon(Instant now) {
    alarm.add(new Due.Idle(now.plus(Parking.SOON)));
  }

  /** Leaves a call that nobody here can make to whoever can, unless it was offered before. */
  void offer(Call call) {
    if (!calls.isAwaited(call.attempt)) {
      batch.offer(call.offered(card));
      await(call);
    }
  }

  /** Nobody wants it any more. */
  private void withdraw(Call call) {
    if (call.isOffered()) {
      batch.withdraw(call.offer(card.key()));
    }
  }

  void await(Call call) {
    calls.await(call);
    watch(call);
  }

  void watch(Call call) {
    call.deadline().ifPresent(at -> alarm.add(new Due.Overdue(at, call.attempt)));
  }

  /** Whoever works on an attempt is alive. */
  void beat(Attempt attempt) {
    calls.find(attempt).filter(known -> known.beat(home.clock().now())).ifPresent(this::watch);
  }

  /** What has to be applied because of something that is due; often nothing, by now. */
  Optional<Incoming> look(Due due, Instant now) {
    return switch (due) {
      case Due.Timer timer -> {
        Command.SetTimer set = timer.command();
        boolean isWanted = Outstanding.evenIfPaused(execution).contains(set);
        Fact fired = new Fact.TimerFired(set.step(), set.attempt());
        yield isWanted ? Optional.of(new Incoming.Told(fired)) : Optional.empty();
      }
      case Due.Overdue overdue -> calls.look(overdue.attempt(), now, this::watch);
      case Due.Idle idle -> Optional.empty();
    };
  }
}
