package dev.pawl.engine.node.runtime;

import dev.pawl.engine.Execution;
import dev.pawl.engine.node.time.RuntimeClock;
import dev.pawl.engine.store.ExecutionKey;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Callers of this node that wait for the end or for a commit of an execution. */
public final class CompletionWaiters {

  private static final Duration MIN_POLL_INTERVAL = Duration.ofMillis(20);
  private static final Duration MAX_POLL_INTERVAL = Duration.ofSeconds(1);

  private final Map<ExecutionKey, Waiter> waiters = new ConcurrentHashMap<>();

  private final RuntimeClock clock;
  private volatile boolean isOver;

  /** Creates an empty set of waiters. */
  public CompletionWaiters(RuntimeClock clock) {
    this.clock = clock;
  }

  /** Registers the calling thread as a waiter; it must close the result. */
  public Waiter register(ExecutionKey key) {
    return waiters.compute(
        key,
        (same, known) -> {
          Waiter waiter = known == null ? new Waiter(key) : known;
          waiter.threads++;
          return waiter;
        });
  }

  /** Reports the end of an execution on this node. */
  void ended(ExecutionKey key, Execution execution) {
    Waiter waiter = waiters.get(key);
    if (waiter != null) {
      waiter.ending = execution.ending();
      waiter.release();
    }
  }

  /** Reports a durable commit of an execution on this node. */
  void committed(ExecutionKey key) {
    Waiter waiter = waiters.isEmpty() ? null : waiters.get(key);
    if (waiter != null) {
      waiter.signal();
    }
  }

  /** Releases all current and future waiters with what is known; used on shutdown. */
  public void releaseAll() {
    isOver = true;
    waiters.values().forEach(Waiter::release);
  }

  /** The threads that wait for one execution. */
  public final class Waiter implements AutoCloseable {
    private final ExecutionKey key;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = clock.condition(lock);
    private boolean isReleased;
    private volatile Optional<Execution.Ending> ending = Optional.empty();
    private long commits;
    private int threads;

    private Waiter(ExecutionKey key) {
      this.key = key;
    }

    /**
     * Waits for the end of the execution: an end on this node is noticed at once, an end on another
     * node by polling the store.
     *
     * @param isHere true while the execution is in the memory of this node
     * @param lookUp reads the end from the store
     */
    public Optional<Execution.Ending> await(
        Duration atMost, BooleanSupplier isHere, Supplier<Optional<Execution.Ending>> lookUp)
        throws InterruptedException {
      long until = clock.nanos() + atMost.toNanos();
      Duration pollInterval = MIN_POLL_INTERVAL;
      while (true) {
        boolean here = isHere.getAsBoolean();
        Optional<Execution.Ending> known = here || ending.isPresent() ? ending : lookUp.get();
        long left = until - clock.nanos();
        if (known.isPresent() || left <= 0 || isOver) {
          return known;
        }
        long pause = here ? MAX_POLL_INTERVAL.toNanos() : pollInterval.toNanos();
        if (awaitRelease(Math.min(pause, left))) {
          return ending;
        }
        pollInterval =
            pollInterval.compareTo(MAX_POLL_INTERVAL) < 0
                ? pollInterval.multipliedBy(2)
                : MAX_POLL_INTERVAL;
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
     * Waits for a condition that a commit of the execution brings about. It is checked after each
     * commit on this node, and by polling for commits on other nodes.
     *
     * @return false if the condition does not hold after the given time
     */
    public boolean awaitCommit(Duration atMost, BooleanSupplier condition)
        throws InterruptedException {
      long until = clock.nanos() + atMost.toNanos();
      Duration pollInterval = MIN_POLL_INTERVAL;
      while (true) {
        long seen = commits();
        if (condition.getAsBoolean()) {
          return true;
        }
        long left = until - clock.nanos();
        if (left <= 0 || isOver) {
          return false;
        }
        awaitSignal(seen, Math.min(left, pollInterval.toNanos()));
        pollInterval =
            pollInterval.compareTo(MAX_POLL_INTERVAL) < 0
                ? pollInterval.multipliedBy(2)
                : MAX_POLL_INTERVAL;
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

    private boolean awaitRelease(long nanos) throws InterruptedException {
      lock.lock();
      try {
        long left = nanos;
        while (!isReleased && left > 0) {
          left = changed.awaitNanos(left);
        }
        return isReleased;
      } finally {
        lock.unlock();
      }
    }

    private void release() {
      lock.lock();
      try {
        isReleased = true;
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
