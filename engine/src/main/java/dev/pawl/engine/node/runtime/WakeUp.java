package dev.pawl.engine.node.runtime;

import dev.pawl.engine.node.time.RuntimeClock;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A signal for one waiting loop; several signals before the next wait count as one. */
final class WakeUp {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition signalled;
  private volatile boolean isPending;

  WakeUp(RuntimeClock clock) {
    this.signalled = clock.condition(lock);
  }

  /** Wakes the waiting loop, or lets its next wait return at once. */
  void signal() {
    if (isPending) {
      return; // the loop has not consumed the last signal yet
    }
    lock.lock();
    try {
      isPending = true;
      signalled.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Waits for a signal, for at most the given time, and consumes it. */
  void await(Duration atMost) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = atMost.toNanos();
      while (!isPending && left > 0) {
        left = signalled.awaitNanos(left);
      }
      isPending = false;
    } finally {
      lock.unlock();
    }
  }
}
