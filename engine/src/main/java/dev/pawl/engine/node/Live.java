package dev.pawl.engine.node;

import dev.pawl.engine.Command;
import dev.pawl.engine.Execution;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Interpreter;
import dev.pawl.engine.Outstanding;
import dev.pawl.engine.store.Awaited;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.ExpelledException;
import dev.pawl.engine.store.Fate;
import dev.pawl.engine.store.Letter;
import dev.pawl.engine.store.UnavailableException;
import dev.pawl.engine.store.Written;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
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
  final CompletableFuture<Written> born;
  private final ReentrantLock lock = new ReentrantLock();
  private final ArrayDeque<Incoming> incoming = new ArrayDeque<>(2);
  private final Progress progress;
  private boolean isReady;
  private boolean isBorn;
  private boolean isExpress;
  private boolean isWriting;
  private boolean isGone;
  private int received;
  private long snapshotSeq;

  Live(Incarnation home, Card card, Interpreter interpreter, CompletableFuture<Written> born) {
    this.home = home;
    this.card = card;
    this.interpreter = interpreter;
    this.born = born;
    this.progress = new Progress(home, card, interpreter, new Alarm(home::at, this::ring));
  }

  /** Begins; an express execution writes nothing until it has ended or must wait. */
  void start(Fact.Started started, boolean express) {
    isExpress = express;
    isReady = true;
    tell(started);
  }

  /** Comes from the store and asks for what is outstanding, but for calls that were made before. */
  void load(Loading loading, int lettersRead, List<Awaited> made) {
    whileHere(
        () -> {
          isReady = true;
          isBorn = true;
          received = lettersRead;
          snapshotSeq = loading.snapshotSeq();
          progress.load(loading, lettersRead);
          Execution was = loading.execution();
          OpenCalls.made(made, Outstanding.evenIfPaused(was)).forEach(progress::await);
          // Somebody may have found it here before it knew what it is.
          incoming.addFirst(new Incoming.Asked(Outstanding.of(was)));
          goOn();
        });
  }

  /**
   * Ends it before it did anything: as its letters say if one of them cancels it, else because it
   * waited for a concurrency permit for too long.
   */
  void endUnstarted(Loading loading, int lettersRead, List<Letter> letters) {
    whileHere(
        () -> {
          isReady = true;
          isBorn = true;
          received = lettersRead;
          snapshotSeq = loading.snapshotSeq();
          progress.load(loading, lettersRead);
          if (letters.stream().anyMatch(Message::cancels)) {
            received += letters.size();
            letters.forEach(letter -> incoming.add(new Incoming.Posted(letter)));
          } else {
            incoming.add(new Incoming.Told(new Fact.QueueTimedOut()));
          }
          goOn();
        });
  }

  /** Something happened to it. */
  void tell(Fact fact) {
    whileHere(() -> accept(new Incoming.Told(fact)));
  }

  /** A letter came; one that came before is no news. */
  void receive(Letter letter) {
    whileHere(
        () -> {
          if (isReady && letter.number() == received + 1) {
            received++;
            accept(new Incoming.Posted(letter));
          }
        });
  }

  /** Somebody waits until it is durable. */
  void handIn(Incoming.HandedIn news) {
    whileHere(() -> accept(news));
    if (isGone()) {
      fail(news.receipt());
    }
  }

  private boolean isGone() {
    lock.lock();
    try {
      return isGone;
    } finally {
      lock.unlock();
    }
  }

  private static void fail(CompletableFuture<Boolean> receipt) {
    receipt.completeExceptionally(new UnavailableException("the execution is not here any more"));
  }

  /**
   * Holds the lock, and does nothing once the execution has left. Its trouble must not reach the
   * caller, who serves others too.
   */
  private void whileHere(Runnable action) {
    lock.lock();
    try {
      if (!isGone) {
        action.run();
      }
    } catch (RuntimeException trouble) {
      stop(trouble);
    } finally {
      lock.unlock();
    }
  }

  private void accept(Incoming news) {
    incoming.add(news);
    goOn();
  }

  /** Applies all that has come in and writes it, unless a write is under way. */
  private void goOn() {
    if (isWriting || !isReady) {
      return;
    }
    while (!incoming.isEmpty() && !isFull() && !progress.hasEnded()) {
      progress.apply(incoming.remove());
    }
    boolean more = !incoming.isEmpty() && !progress.hasEnded();
    Fate fate = more ? Fate.GoesOn.GOES_ON : progress.fate();
    if (fate == Fate.GoesOn.GOES_ON && (progress.batch().isEmpty() || mayWaitWithWriting())) {
      proceed(progress.batch());
    } else {
      write(progress.takeBatch(), fate);
    }
  }

  private boolean isFull() {
    return progress.batch().entries.size() >= MAX_FACTS;
  }

  private boolean mayWaitWithWriting() {
    Batch batch = progress.batch();
    return isExpress && !isBorn && !isFull() && !batch.reachesOthers() && !batch.handsOutTokens();
  }

  private void write(Batch batch, Fate fate) {
    boolean birth = !isBorn;
    isBorn = true;
    isWriting = true;
    home.write(
        batch.commit(card, birth, progress, fate),
        result -> whileHere(() -> written(result, birth, batch, fate)));
  }

  private void written(Written result, boolean birth, Batch batch, Fate fate) {
    isWriting = false;
    if (birth) {
      born.complete(result);
    }
    home.heard(card, batch, result);
    switch (result) {
      case Written.Done done -> {
        tell(batch);
        if (fate == Fate.GoesOn.GOES_ON) {
          proceed(batch);
        } else {
          leave(fate);
        }
      }
      case Written.NotParked unread -> {
        tell(batch);
        proceed(batch);
        home.lookForMail();
      }
      case Written.Queued queued -> forget();
      case Written.Duplicate duplicate -> forget();
      case Written.Rejected rejected -> forget();
      case Written.Refused refused -> {
        batch.receipts.forEach(Live::fail);
        if (birth) {
          forget();
        } else {
          stop(new IncidentException(refused.why()));
        }
      }
    }
  }

  private void tell(Batch durable) {
    durable.receipts.forEach(receipt -> receipt.complete(true));
  }

  /** What was asked for is done, now that the reason for it is durable. */
  private void proceed(Batch batch) {
    batch.takeCommands().forEach(this::issue);
    batch.takePretended().reversed().forEach(fact -> incoming.addFirst(new Incoming.Told(fact)));
    long seq = progress.execution().seq();
    if (isBorn && seq - snapshotSeq >= Incarnation.SNAPSHOT_EVERY) {
      snapshotSeq = seq;
      home.keep(card, progress.execution(), progress.lastAt(), interpreter.flow());
    }
    if (!incoming.isEmpty()) {
      home.spawn(() -> whileHere(this::goOn));
    }
  }

  private void issue(Command command) {
    switch (command) {
      case Command.Work work -> run(Call.of(work, home.clock().now()));
      case Command.SetTimer timer -> progress.alarm.add(new Due.Timer(timer));
      case Command.StartChild child -> {}
      case Command.AwaitEvent event -> {}
      case Command.OpenHumanTask human -> {}
      case Command.Abandon abandon -> {}
      case Command.Finish finish -> {}
    }
  }

  private void run(Call call) {
    if (progress.calls.begin(call)) {
      progress.watch(call);
      call.thread = home.call(this, call);
    }
  }

  /** A call came back to this node. */
  void returned(Call call, Call.Return how) {
    whileHere(
        () -> {
          boolean wanted = progress.calls.end(call);
          switch (how) {
            // An answer that comes too late is journalled all the same, and has no effect.
            case Call.Return.Answered answer -> accept(new Incoming.Told(answer.fact()));
            case Call.Return.Interrupted failure -> {
              if (wanted) {
                accept(new Incoming.Told(failure.fact()));
              }
            }
            case Call.Return.HandedOver later -> {
              if (wanted) {
                progress.await(call);
                goOn();
              }
            }
            case Call.Return.Unserved nobody -> {
              if (wanted) {
                progress.offer(call);
                goOn();
              }
            }
          }
        });
  }

  void beat(Attempt attempt) {
    whileHere(() -> progress.beat(attempt));
  }

  private void ring() {
    whileHere(
        () -> {
          Instant now = home.clock().now();
          progress.alarm.takeDue(now, due -> progress.look(due, now).ifPresent(incoming::add));
          if (isWriting) {
            progress.lookAgainSoon(now);
          }
          goOn();
        });
  }

  private void leave(Fate fate) {
    Execution execution = progress.execution();
    if (fate instanceof Fate.Parks && execution.seq() - snapshotSeq > Incarnation.SNAPSHOT_TAIL) {
      home.keep(card, execution, progress.lastAt(), interpreter.flow());
    }
    if (fate instanceof Fate.Ended) {
      home.ended(card.key(), execution);
    }
    forget();
  }

  private void forget() {
    isGone = true;
    home.left(this);
    progress.alarm.cancel();
    progress.batch().receipts.forEach(Live::fail);
    for (Incoming left : incoming) {
      if (left instanceof Incoming.HandedIn handedIn) {
        fail(handedIn.receipt());
      }
    }
  }

  /** It cannot go on: its letters stay unread, and someone has to look at it. */
  private void stop(RuntimeException trouble) {
    boolean wasBorn = isBorn;
    born.completeExceptionally(trouble);
    Halt halt = new Halt(received, progress.calls.answeredByLetter());
    forget();
    if (wasBorn) {
      home.stop(card, halt, trouble);
    }
  }

  /** Its node has lost the right to write: it goes on elsewhere. */
  void abandon() {
    whileHere(
        () -> {
          isGone = true;
          born.completeExceptionally(new ExpelledException("the node lost its right to write"));
          progress.alarm.cancel();
          progress.calls.interruptAll();
        });
  }

  /** Whether something is under way that would have to be done again elsewhere. */
  boolean isBusy() {
    lock.lock();
    try {
      return !isGone && (isWriting || progress.calls.isRunning());
    } finally {
      lock.unlock();
    }
  }
}
