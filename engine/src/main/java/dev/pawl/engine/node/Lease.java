package dev.pawl.engine.node;

import dev.pawl.engine.store.Membership;
import dev.pawl.engine.store.UnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A node's right to write, as far as it knows. A node that has not been able to renew it begins no
 * side effects: another one may be about to do the same. Nothing that is written depends on this;
 * the store fences.
 */
final class Lease {

  private final Membership membership;
  private final RuntimeClock clock;
  private final NodeClock time;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition renewed;
  private volatile long freshUntil;
  private volatile long unreachableSince;
  private volatile boolean unreachable;
  private volatile boolean over;

  /**
   * @param time is set by what the store says
   */
  Lease(Membership membership, RuntimeClock clock, NodeClock time) {
    this.membership = membership;
    this.clock = clock;
    this.time = time;
    this.renewed = clock.condition(lock);
    this.freshUntil = clock.nanos();
  }

  /** Returns when to do so again. */
  Duration renew() {
    long asked = clock.nanos();
    Instant now;
    try {
      now = membership.renew();
    } catch (UnavailableException away) {
      if (!unreachable) {
        unreachableSince = asked;
        unreachable = true;
      }
      throw away;
    }
    unreachable = false;
    time.set(asked, now);
    freshUntil = asked + membership.lease().toNanos() * 8 / 10;
    lock.lock();
    try {
      renewed.signalAll();
    } finally {
      lock.unlock();
    }
    return membership.lease().dividedBy(10);
  }

  /** Whether the store has refused to answer for so long; a slow answer does not count. */
  boolean isUnreachableFor(Duration atLeast) {
    return unreachable && clock.nanos() - unreachableSince >= atLeast.toNanos();
  }

  private boolean isFresh() {
    return clock.nanos() - freshUntil < 0;
  }

  /** Returns when side effects may begin. */
  void awaitFresh() throws InterruptedException {
    if (isFresh() && !over) {
      return;
    }
    lock.lock();
    try {
      while (!isFresh() || over) {
        if (over) {
          throw new InterruptedException("this life of the node is over");
        }
        renewed.await();
      }
    } finally {
      lock.unlock();
    }
  }

  void end() {
    lock.lock();
    try {
      over = true;
      renewed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
