package dev.pawl.engine.node;

import dev.pawl.engine.Execution;
import dev.pawl.engine.store.ExecutionKey;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Those who wait on this node for executions to end. */
final class Waiters {

  private static final Duration FIRST_LOOK = Duration.ofMillis(20);
  private static final Duration LAST_LOOK = Duration.ofSeconds(1);

  private final Map<ExecutionKey, Waiter> waiters = new ConcurrentHashMap<>();

  private volatile boolean isOver;

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
      waiter.latch.countDown();
    }
  }

  /** Lets all go who wait, and all who come later: they are told what is known. */
  void letGo() {
    isOver = true;
    waiters.values().forEach(waiter -> waiter.latch.countDown());
  }

  /** One execution that is waited for, by any number of threads. */
  final class Waiter implements AutoCloseable {
    private final ExecutionKey key;
    private final CountDownLatch latch = new CountDownLatch(1);
    private volatile Optional<Execution.Ending> ending = Optional.empty();
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
      long until = System.nanoTime() + atMost.toNanos();
      Duration look = FIRST_LOOK;
      while (true) {
        boolean here = isHere.getAsBoolean();
        Optional<Execution.Ending> known = here || ending.isPresent() ? ending : lookUp.get();
        long left = until - System.nanoTime();
        if (known.isPresent() || left <= 0 || isOver) {
          return known;
        }
        long pause = here ? LAST_LOOK.toNanos() : look.toNanos();
        if (latch.await(Math.min(pause, left), TimeUnit.NANOSECONDS)) {
          return ending;
        }
        look = look.compareTo(LAST_LOOK) < 0 ? look.multipliedBy(2) : LAST_LOOK;
      }
    }

    @Override
    public void close() {
      waiters.computeIfPresent(key, (same, waiter) -> --waiter.threads == 0 ? null : waiter);
    }
  }
}
