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
import dev.pawl.engine.store.Awaited;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Entry;
import dev.pawl.engine.store.ExpelledException;
import dev.pawl.engine.store.Fate;
import dev.pawl.engine.store.Letter;
import dev.pawl.engine.store.Written;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;

/**
 * One execution in the memory of its node, and the only place where it moves. Whatever happens to
 * it comes in here; what has come in is applied and written at once; when that is durable, and only
 * then, what it asks for is done. It has at most one write under way, and what comes in meanwhile
 * shares the next one.
 */
final class Live {

  /** How many facts go into one write at most. */
  private static final int MAX_FACTS = 500;

  final Card card;
  private final Incarnation home;
  private final Interpreter interpreter;
  private final CompletableFuture<Written> born;
  private final ReentrantLock lock = new ReentrantLock();
  private final ArrayDeque<Incoming> incoming = new ArrayDeque<>(2);
  private final OpenCalls calls = new OpenCalls();
  private final Alarm alarm;
  private Execution execution;
  private Instant lastAt = Instant.EPOCH;
  private Batch batch = new Batch();
  private boolean isBorn;
  private boolean mayHaveChildren;
  private boolean isExpress;
  private boolean isWriting;
  private boolean isGone;
  private int received;
  private int read;
  private long snapshotSeq;

  /** Something that came in. */
  private sealed interface Incoming {
    record Told(Fact fact) implements Incoming {}

    record Posted(Letter letter) implements Incoming {}

    record Late(Call call, String error) implements Incoming {}

    /** What an execution that comes into memory waits for. */
    record Asked(List<Command> commands) implements Incoming {}
  }

  Live(Incarnation home, Card card, Interpreter interpreter, CompletableFuture<Written> born) {
    this.home = home;
    this.card = card;
    this.interpreter = interpreter;
    this.born = born;
    this.alarm = new Alarm(home::at, this::ring);
    this.execution = Execution.unborn(card.id());
  }

  /** Begins; an express execution writes nothing until it has ended or must wait. */
  void start(Fact.Started started, boolean express) {
    isExpress = express;
    tell(started);
  }

  /** Comes back into memory, or into that of its first node, and asks for what is outstanding. */
  void load(Execution was, Instant at, long snapshot, int lettersRead, List<Awaited> made) {
    lock.lock();
    try {
      isBorn = true;
      mayHaveChildren = true;
      execution = was;
      lastAt = at;
      snapshotSeq = snapshot;
      received = lettersRead;
      read = lettersRead;
      OpenCalls.made(made, Outstanding.evenIfPaused(was)).forEach(this::await);
      accept(new Incoming.Asked(Outstanding.of(was)));
    } finally {
      lock.unlock();
    }
  }

  /** Something happened to it. */
  void tell(Fact fact) {
    accept(new Incoming.Told(fact));
  }

  /** A letter came; one that came before is no news. */
  void receive(Letter letter) {
    lock.lock();
    try {
      if (letter.number() == received + 1) {
        received++;
        accept(new Incoming.Posted(letter));
      }
    } finally {
      lock.unlock();
    }
  }

  private void accept(Incoming news) {
    lock.lock();
    try {
      if (!isGone) {
        incoming.add(news);
        goOn();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Applies all that has come in and writes it, unless a write is under way. */
  private void goOn() {
    if (isWriting || isGone) {
      return;
    }
    while (!incoming.isEmpty() && batch.entries.size() < MAX_FACTS && !hasEnded()) {
      try {
        apply(incoming.remove());
      } catch (RuntimeException trouble) {
        stop(trouble);
        return;
      }
    }
    Fate fate = fate();
    if (fate == Fate.GoesOn.GOES_ON && (batch.isEmpty() || mayWaitWithWriting())) {
      proceed(batch);
      return;
    }
    Batch written = batch;
    boolean birth = !isBorn;
    mayHaveChildren |= !written.births.children().isEmpty();
    batch = new Batch();
    isBorn = true;
    isWriting = true;
    home.write(
        written.commit(card, birth, read, fate), result -> written(result, birth, written, fate));
  }

  private boolean mayWaitWithWriting() {
    return isExpress && !isBorn && !batch.reachesOthers() && batch.entries.size() < MAX_FACTS;
  }

  private boolean hasEnded() {
    return execution.status().isTerminal();
  }

  private void apply(Incoming news) {
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
          case Message.Tell tell -> apply(tell.fact());
          case Message.Beat beat -> beat(new Attempt(beat.step(), beat.attempt()));
        }
      }
      case Incoming.Late late -> {
        if (calls.drop(late.call()) && late.call().command instanceof Command.RunTask task) {
          apply(Calls.timedOut(task, late.error(), home.clock()));
          abandonChildren(task.step());
        }
      }
    }
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
    if (fact instanceof Fact.TaskSucceeded done) {
      calls.settle(done.step(), done.attempt());
    } else if (fact instanceof Fact.TaskFailed failed) {
      calls.settle(failed.step(), failed.attempt());
    }
    for (Command command : advanced.commands()) {
      // Resuming asks again for all that is outstanding; a child that was born stays the same.
      if (!(Births.isBirth(command) && begun.contains(command))) {
        plan(command);
      }
    }
    batch.births.takeAnswers().forEach(this::apply);
  }

  /** Sorts out what is written with the facts and what is done when they are durable. */
  private void plan(Command command) {
    switch (command) {
      case Command.RunTask task -> {
        Optional<ChildFlow> flow = ChildFlow.of(task.call());
        if (flow.isEmpty()) {
          batch.commands.add(task);
        } else if (!calls.isAwaited(Attempt.of(task))
            && batch.births.flow(card, task, flow.get(), home)) {
          await(Call.of(task, home.clock().now()));
        }
      }
      case Command.StartChild child -> batch.births.item(card, child, home);
      case Command.Abandon abandon -> {
        calls.drop(abandon.step());
        abandonChildren(abandon.step());
      }
      case Command.ReadItems items -> batch.commands.add(items);
      case Command.WriteResults results -> batch.commands.add(results);
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

  private Fate fate() {
    if (hasEnded()) {
      batch.answerParent(card, execution, lastAt);
      return new Fate.Ended(
          execution.status(), execution.origin().startedAt(), lastAt, execution.failure());
    }
    if (calls.isRunning() || batch.hasWork() || !incoming.isEmpty()) {
      return Fate.GoesOn.GOES_ON;
    }
    Instant now = home.clock().now();
    Fate fate = Parking.decide(execution, calls, read, lastAt, now);
    if (fate == Fate.GoesOn.GOES_ON) {
      alarm.add(new Due.Idle(now.plus(Parking.SOON)));
    }
    return fate;
  }

  private void written(Written result, boolean birth, Batch durable, Fate fate) {
    lock.lock();
    try {
      isWriting = false;
      if (isGone) {
        return;
      }
      if (birth) {
        born.complete(result);
      }
      switch (result) {
        case Written.Done done -> {
          home.heard(card, durable);
          if (fate == Fate.GoesOn.GOES_ON) {
            proceed(durable);
          } else {
            leave(fate);
          }
        }
        case Written.NotParked unread -> {
          home.heard(card, durable);
          proceed(durable);
          home.lookForMail();
        }
        case Written.Queued queued -> forget();
        case Written.Duplicate duplicate -> forget();
        case Written.Refused refused -> {
          if (birth) {
            forget();
          } else {
            stop(new IncidentException(refused.why()));
          }
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** What was asked for is done, now that the reason for it is durable. */
  private void proceed(Batch durable) {
    List<Command> commands = List.copyOf(durable.commands);
    durable.commands.clear();
    commands.forEach(this::issue);
    if (isBorn && execution.seq() - snapshotSeq >= Incarnation.SNAPSHOT_EVERY) {
      snapshotSeq = execution.seq();
      home.keep(card, execution, interpreter.flow());
    }
    if (!incoming.isEmpty()) {
      home.spawn(this::resume);
    }
  }

  /** Whether something is under way that would have to be done again elsewhere. */
  boolean isBusy() {
    lock.lock();
    try {
      return !isGone && (isWriting || calls.isRunning());
    } finally {
      lock.unlock();
    }
  }

  private void resume() {
    lock.lock();
    try {
      goOn();
    } finally {
      lock.unlock();
    }
  }

  private void leave(Fate fate) {
    if (fate instanceof Fate.Parks && execution.seq() - snapshotSeq > Incarnation.SNAPSHOT_TAIL) {
      home.keep(card, execution, interpreter.flow());
    }
    if (fate instanceof Fate.Ended) {
      home.ended(card.key(), execution);
    }
    forget();
  }

  private void forget() {
    isGone = true;
    alarm.cancel();
    home.left(this);
  }

  /** It cannot go on: its letters stay unread, and someone has to look at it. */
  private void stop(RuntimeException trouble) {
    born.completeExceptionally(trouble);
    forget();
    home.stop(card, received, calls.awaited(), trouble);
  }

  /** Its node has lost the right to write: it goes on elsewhere. */
  void abandon() {
    lock.lock();
    try {
      isGone = true;
      alarm.cancel();
      calls.interruptAll();
      born.completeExceptionally(new ExpelledException("the node lost its right to write"));
    } finally {
      lock.unlock();
    }
  }

  private void issue(Command command) {
    switch (command) {
      case Command.RunTask task -> run(Call.of(task, home.clock().now()));
      case Command.ReadItems items -> run(Call.of(items, items.attempt()));
      case Command.WriteResults results -> run(Call.of(results, results.attempt()));
      case Command.SetTimer timer -> alarm.add(new Due.Timer(timer));
      case Command.StartChild child -> {}
      case Command.AwaitEvent event -> {}
      case Command.OpenHumanTask human -> {}
      case Command.Abandon abandon -> {}
      case Command.Finish finish -> {}
    }
  }

  private void run(Call call) {
    if (calls.begin(call)) {
      watch(call);
      call.thread = home.call(this, call);
    }
  }

  private void await(Call call) {
    calls.await(call);
    watch(call);
  }

  private void watch(Call call) {
    call.deadline().ifPresent(at -> alarm.add(new Due.Overdue(at, call.attempt)));
  }

  /** A handler answered, perhaps too late to matter. */
  void answered(Call call, Fact fact) {
    lock.lock();
    try {
      calls.end(call);
      tell(fact);
    } finally {
      lock.unlock();
    }
  }

  /** A handler gave up because it was interrupted, which is its own doing unless we did it. */
  void interrupted(Call call, Fact fact) {
    lock.lock();
    try {
      if (calls.end(call)) {
        tell(fact);
      }
    } finally {
      lock.unlock();
    }
  }

  /** A handler has done its part; the answer will come by letter. */
  void handedOver(Call call) {
    lock.lock();
    try {
      if (calls.end(call)) {
        await(call);
        goOn();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Nobody here serves the resource; perhaps another node does, or a worker comes. */
  void unserved(Call call) {
    lock.lock();
    try {
      if (calls.end(call)) {
        calls.leaveUnserved(call);
        goOn();
      }
    } finally {
      lock.unlock();
    }
  }

  void beat(Attempt attempt) {
    lock.lock();
    try {
      calls
          .find(attempt)
          .ifPresent(
              call -> {
                call.beat(home.clock().now());
                watch(call);
              });
    } finally {
      lock.unlock();
    }
  }

  private void ring() {
    lock.lock();
    try {
      if (!isGone) {
        Instant now = home.clock().now();
        alarm.takeDue(now, due -> look(due, now));
        goOn();
      }
    } finally {
      lock.unlock();
    }
  }

  private void look(Due due, Instant now) {
    switch (due) {
      case Due.Timer timer -> {
        // A timer whose reason has gone is nobody's business.
        if (Outstanding.evenIfPaused(execution).contains(timer.command())) {
          Command.SetTimer set = timer.command();
          incoming.add(new Incoming.Told(new Fact.TimerFired(set.step(), set.attempt())));
        }
      }
      case Due.Overdue overdue ->
          calls
              .lateness(overdue.attempt(), now)
              .ifPresent(
                  error ->
                      incoming.add(
                          new Incoming.Late(calls.find(overdue.attempt()).orElseThrow(), error)));
      case Due.Idle idle -> {}
    }
  }
}
