package dev.pawl.engine.node;

import dev.pawl.engine.Execution;
import dev.pawl.engine.store.ExecutionKey;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Threads of this node that wait for executions to end or to take note of a message. */
final class Waiters {

  private static final Duration FIRST_LOOK = Duration.ofMillis(20);
  private static final Duration LAST_LOOK = Duration.ofSeconds(1);

  private final Map<ExecutionKey, Waiter> waiters = new ConcurrentHashMap<>();

  private final RuntimeClock clock;
  private volatile boolean isOver;

  Waiters(RuntimeClock clock) {
    this.clock = clock;
  }

  Waiter enter(ExecutionKey key) {
    return waiters.compute(
        key,
        (same, known) -> {
          Waiter waiter = known == null ? new Waiter(key) : known;
          waiter.threads++;
          return waiter;
        });
  }

  void ended(ExecutionKey key, Execution execution) {
    Waiter waiter = waiters.get(key);
    if (waiter != null) {
      waiter.ending = execution.ending();
      waiter.letGo();
    }
  }

  /** A commit of an execution became durable on this node. */
  void committed(ExecutionKey key) {
    Waiter waiter = waiters.isEmpty() ? null : waiters.get(key);
    if (waiter != null) {
      waiter.signal();
    }
  }

  /** Lets all go who wait, and all who come later: they are told what is known. */
  void letGo() {
    isOver = true;
    waiters.values().forEach(Waiter::letGo);
  }

  /** One execution that is waited for, by any number of threads. */
  final class Waiter implements AutoCloseable {
    private final ExecutionKey key;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = clock.condition(lock);
    private boolean mayGo;
    private volatile Optional<Execution.Ending> ending = Optional.empty();
    private long commits;
    private int threads;

    private Waiter(ExecutionKey key) {
      this.key = key;
    }

    /**
     * Hears of an end on this node at once, and looks now and then for one elsewhere.
     *
     * @param isHere whether the execution is in this node's memory
     * @param lookUp what the store says of its end
     */
    Optional<Execution.Ending> await(
        Duration atMost, BooleanSupplier isHere, Supplier<Optional<Execution.Ending>> lookUp)
        throws InterruptedException {
      long until = clock.nanos() + atMost.toNanos();
      Duration look = FIRST_LOOK;
      while (true) {
        boolean here = isHere.getAsBoolean();
        Optional<Execution.Ending> known = here || ending.isPresent() ? ending : lookUp.get();
        long left = until - clock.nanos();
        if (known.isPresent() || left <= 0 || isOver) {
          return known;
        }
        long pause = here ? LAST_LOOK.toNanos() : look.toNanos();
        if (mayGoWithin(Math.min(pause, left))) {
          return ending;
        }
        look = look.compareTo(LAST_LOOK) < 0 ? look.multipliedBy(2) : LAST_LOOK;
      }
    }

    private void signal() {
      lock.lock();
      try {
        commits++;
        changed.signalAll();
      } finally {
        lock.unlock();
      }
    }

    /**
     * Waits until something holds that a commit of the execution brings about. Looks after each
     * commit on this node at once, and now and then for commits elsewhere.
     *
     * @return false if it does not hold after that time
     */
    boolean awaitCommit(Duration atMost, BooleanSupplier holds) throws InterruptedException {
      long until = clock.nanos() + atMost.toNanos();
      Duration look = FIRST_LOOK;
      while (true) {
        long seen = commits();
        if (holds.getAsBoolean()) {
          return true;
        }
        long left = until - clock.nanos();
        if (left <= 0 || isOver) {
          return false;
        }
        awaitSignal(seen, Math.min(left, look.toNanos()));
        look = look.compareTo(LAST_LOOK) < 0 ? look.multipliedBy(2) : LAST_LOOK;
      }
    }

    private long commits() {
      lock.lock();
      try {
        return commits;
      } finally {
        lock.unlock();
      }
    }

    private void awaitSignal(long seen, long nanos) throws InterruptedException {
      lock.lock();
      try {
        long left = nanos;
        while (commits == seen && left > 0) {
          left = changed.awaitNanos(left);
        }
      } finally {
        lock.unlock();
      }
    }

    private boolean mayGoWithin(long nanos) throws InterruptedException {
      lock.lock();
      try {
        long left = nanos;
        while (!mayGo && left > 0) {
          left = changed.awaitNanos(left);
        }
        return mayGo;
      } finally {
        lock.unlock();
      }
    }

    private void letGo() {
      lock.lock();
      try {
        mayGo = true;
        commits++;
        changed.signalAll();
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void close() {
      waiters.computeIfPresent(key, (same, waiter) -> --waiter.threads == 0 ? null : waiter);
    }
  }
}
