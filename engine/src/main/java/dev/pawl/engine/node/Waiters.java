package dev.pawl.engine.node;

import dev.pawl.engine.Execution;
import dev.pawl.engine.store.ExecutionKey;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Those who wait on this node for executions to end. */
final class Waiters {

  private final Map<ExecutionKey, Waiter> waiters = new ConcurrentHashMap<>();

  /** One execution that is waited for, by any number of threads. */
  static final class Waiter {
    private final CountDownLatch latch = new CountDownLatch(1);
    private volatile Optional<Execution.Ending> ending = Optional.empty();
    private int threads;

    /** How it ended, if that was on this node and in that time. */
    Optional<Execution.Ending> await(Duration atMost) throws InterruptedException {
      boolean ended = latch.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
      return ended ? ending : Optional.empty();
    }
  }

  Waiter enter(ExecutionKey key) {
    return waiters.compute(
        key,
        (same, known) -> {
          Waiter waiter = known == null ? new Waiter() : known;
          waiter.threads++;
          return waiter;
        });
  }

  void exit(ExecutionKey key) {
    waiters.computeIfPresent(key, (same, waiter) -> --waiter.threads == 0 ? null : waiter);
  }

  void ended(ExecutionKey key, Execution execution) {
    Waiter waiter = waiters.get(key);
    if (waiter != null) {
      waiter.ending = execution.ending();
      waiter.latch.countDown();
    }
  }
}
