package dev.pawl.architecture.punctual;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** One class per way to use system time, to prove that the architecture test reports each. */
final class SystemTimeCalls {

  private SystemTimeCalls() {}

  static final class Reads {
    long call() {
      return System.nanoTime();
    }
  }

  static final class ReadsTheDate {
    Instant call() {
      return Instant.now();
    }
  }

  static final class Sleeps {
    void call() throws InterruptedException {
      Thread.sleep(Duration.ofMillis(1));
    }
  }

  static final class Parks {
    void call() {
      LockSupport.parkNanos(1);
    }
  }

  static final class MakesAConditionOfItsOwn {
    Condition call() {
      return new ReentrantLock().newCondition();
    }
  }

  static final class WaitsForALatch {
    boolean call(CountDownLatch latch) throws InterruptedException {
      return latch.await(1, TimeUnit.SECONDS);
    }
  }

  static final class WaitsForAPermit {
    boolean call(Semaphore permits) throws InterruptedException {
      return permits.tryAcquire(1, TimeUnit.SECONDS);
    }
  }

  static final class WaitsForAFuture {
    Object call(Future<?> future) throws Exception {
      return future.get(1, TimeUnit.SECONDS);
    }
  }

  static final class GivesUp {
    Object call(CompletableFuture<?> future) {
      return future.orTimeout(1, TimeUnit.SECONDS);
    }
  }

  static final class Schedules {
    Object call() {
      try (ScheduledExecutorService timers = Executors.newScheduledThreadPool(1)) {
        return timers.schedule(() -> {}, 1, TimeUnit.SECONDS);
      }
    }
  }

  static final class StartsAThreadThatNoClockKnowsOf {
    Thread call() {
      return Thread.ofVirtual().start(() -> {});
    }
  }
}
