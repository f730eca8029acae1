package dev.pawl.testkit.time;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Date;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** A lock condition whose timeouts are measured by a turned clock. */
final class TurnedCondition implements Condition {

  private final TurnedClock clock;
  private final ReentrantLock lock;
  private final Deque<ScheduledWake.BlockedThread> waiting = new ArrayDeque<>();

  TurnedCondition(TurnedClock clock, ReentrantLock lock) {
    this.clock = clock;
    this.lock = lock;
  }

  @Override
  public void await() throws InterruptedException {
    awaitUntil(ScheduledWake.NEVER);
  }

  @Override
  public long awaitNanos(long nanos) throws InterruptedException {
    long due = clock.after(nanos);
    awaitUntil(due);
    return due - clock.nanos();
  }

  @Override
  public boolean await(long time, TimeUnit unit) throws InterruptedException {
    return awaitNanos(unit.toNanos(time)) > 0;
  }

  @Override
  public boolean awaitUntil(Date deadline) throws InterruptedException {
    return awaitNanos(Duration.between(clock.instant(), deadline.toInstant()).toNanos()) > 0;
  }

  @Override
  public void awaitUninterruptibly() {
    boolean wasInterrupted = false;
    while (true) {
      try {
        await();
        break;
      } catch (InterruptedException e) {
        wasInterrupted = true;
      }
    }
    if (wasInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void awaitUntil(long due) throws InterruptedException {
    requireLock();
    ScheduledWake.BlockedThread wait = clock.enter(due);
    waiting.add(wait);
    int holds = lock.getHoldCount();
    for (int i = 0; i < holds; i++) {
      lock.unlock();
    }
    try {
      clock.block(wait);
    } finally {
      for (int i = 0; i < holds; i++) {
        lock.lock();
      }
      waiting.remove(wait);
    }
  }

  @Override
  public void signal() {
    requireLock();
    boolean isHeard = false;
    // A waiter whose time has come does not need the signal, so it is passed to the next one.
    while (!isHeard && !waiting.isEmpty()) {
      isHeard = clock.wake(waiting.remove());
    }
  }

  @Override
  public void signalAll() {
    requireLock();
    waiting.forEach(clock::wake);
    waiting.clear();
  }

  private void requireLock() {
    if (!lock.isHeldByCurrentThread()) {
      throw new IllegalMonitorStateException();
    }
  }
}
