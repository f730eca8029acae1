package dev.pawl.engine.node.runtime;

import dev.pawl.engine.node.external.LeaseGate;
import dev.pawl.engine.node.time.NodeClock;
import dev.pawl.engine.node.time.RuntimeClock;
import dev.pawl.engine.store.NodeSession;
import dev.pawl.engine.store.UnavailableException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The lease of a node as the node sees it. A node that could not renew its lease starts no side
 * effects, because another node may be about to start the same ones. Writes do not depend on it:
 * the store fences them.
 */
final class Lease implements LeaseGate {

  private final NodeSession session;
  private final RuntimeClock clock;
  private final NodeClock time;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition renewed;
  private volatile long freshUntil;
  private volatile long unreachableSince;
  private volatile boolean unreachable;
  private volatile boolean ended;

  /**
   * Creates a lease that is not fresh yet.
   *
   * @param time synchronized with the store at each renewal
   */
  Lease(NodeSession session, RuntimeClock clock, NodeClock time) {
    this.session = session;
    this.clock = clock;
    this.time = time;
    this.renewed = clock.condition(lock);
    this.freshUntil = clock.nanos();
  }

  /** Renews the lease and returns the pause before the next renewal. */
  Duration renew() {
    long requestedAt = clock.nanos();
    Instant now;
    try {
      now = session.renew();
    } catch (UnavailableException e) {
      if (!unreachable) {
        unreachableSince = requestedAt;
        unreachable = true;
      }
      throw e;
    }
    unreachable = false;
    time.synchronize(requestedAt, now);
    freshUntil = requestedAt + session.lease().toNanos() * 8 / 10;
    lock.lock();
    try {
      renewed.signalAll();
    } finally {
      lock.unlock();
    }
    return session.lease().dividedBy(10);
  }

  /** Returns true if renewals have failed for this long; a slow response does not count. */
  boolean isUnreachableFor(Duration atLeast) {
    return unreachable && clock.nanos() - unreachableSince >= atLeast.toNanos();
  }

  private boolean isFresh() {
    return clock.nanos() - freshUntil < 0;
  }

  @Override
  public void awaitFresh() throws InterruptedException {
    if (isFresh() && !ended) {
      return;
    }
    lock.lock();
    try {
      while (!isFresh() || ended) {
        if (ended) {
          throw new InterruptedException("the incarnation of the node has ended");
        }
        renewed.await();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Releases all callers blocked in {@link #awaitFresh} with an exception. */
  void end() {
    lock.lock();
    try {
      ended = true;
      renewed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
