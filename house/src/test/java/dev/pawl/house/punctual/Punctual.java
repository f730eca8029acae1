package dev.pawl.house.punctual;

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

/** Goes by the time of the machine, one way per class, to show that each is noticed. */
final class Punctual {

  private Punctual() {}

  static final class Reads {
    long sin() {
      return System.nanoTime();
    }
  }

  static final class ReadsTheDate {
    Instant sin() {
      return Instant.now();
    }
  }

  static final class Sleeps {
    void sin() throws InterruptedException {
      Thread.sleep(Duration.ofMillis(1));
    }
  }

  static final class Parks {
    void sin() {
      LockSupport.parkNanos(1);
    }
  }

  static final class MakesAConditionOfItsOwn {
    Condition sin() {
      return new ReentrantLock().newCondition();
    }
  }

  static final class WaitsForALatch {
    boolean sin(CountDownLatch latch) throws InterruptedException {
      return latch.await(1, TimeUnit.SECONDS);
    }
  }

  static final class WaitsForAPermit {
    boolean sin(Semaphore permits) throws InterruptedException {
      return permits.tryAcquire(1, TimeUnit.SECONDS);
    }
  }

  static final class WaitsForAFuture {
    Object sin(Future<?> future) throws Exception {
      return future.get(1, TimeUnit.SECONDS);
    }
  }

  static final class GivesUp {
    Object sin(CompletableFuture<?> future) {
      return future.orTimeout(1, TimeUnit.SECONDS);
    }
  }

  static final class Schedules {
    Object sin() {
      try (ScheduledExecutorService timers = Executors.newScheduledThreadPool(1)) {
        return timers.schedule(() -> {}, 1, TimeUnit.SECONDS);
      }
    }
  }

  static final class StartsAThreadThatNoClockKnowsOf {
    Thread sin() {
      return Thread.ofVirtual().start(() -> {});
    }
  }
}
