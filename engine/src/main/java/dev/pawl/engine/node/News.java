package dev.pawl.engine.node;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Whether there is something to look at; however often that was told, one look is enough. */
final class News {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition told;
  private volatile boolean isThere;

  News(RuntimeClock clock) {
    this.told = clock.condition(lock);
  }

  void tell() {
    if (isThere) {
      return; // and the look is still to come
    }
    lock.lock();
    try {
      isThere = true;
      told.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Returns when there is news, or after that time; from then on only what is told later is. */
  void await(Duration atMost) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = atMost.toNanos();
      while (!isThere && left > 0) {
        left = told.awaitNanos(left);
      }
      isThere = false;
    } finally {
      lock.unlock();
    }
  }
}
