package dev.pawl.engine.node.runtime;

import dev.pawl.engine.node.time.PeriodicLoop;
import dev.pawl.engine.store.UnavailableException;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a node joined to its store: one {@link Incarnation} at a time, and a new one after each
 * that has lost its lease.
 */
public final class Membership {

  private final NodeServices services;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed;
  private @Nullable Incarnation current;
  private @Nullable PeriodicLoop joining;
  private boolean closed;

  /** Creates a membership without an incarnation. */
  public Membership(NodeServices services) {
    this.services = services;
    this.changed = services.time().condition(lock);
  }

  /** Joins the store and begins an incarnation. */
  public void join() {
    Incarnation next =
        new Incarnation(
            services, services.store().join(services.options().name()), this::joinAgain);
    try {
      next.begin();
    } catch (RuntimeException e) {
      next.close();
      throw e;
    }
    lock.lock();
    try {
      if (closed) {
        // Closing the node has interrupted this thread, which still has to release its session.
        Thread.interrupted();
        next.close();
        return;
      }
      // If it is over already, it has requested another one, which may even have joined.
      if (!next.isOver()) {
        current = next;
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  private void joinAgain() {
    lock.lock();
    try {
      current = null;
      if (!closed) {
        joining =
            new PeriodicLoop(
                "joining",
                services.time(),
                () -> {
                  join();
                  throw new InterruptedException("joined");
                });
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Returns the current incarnation; waits for it as long as the options of the node allow.
   *
   * @throws UnavailableException if there is none by then or the node is closed
   */
  public Incarnation await() {
    lock.lock();
    try {
      long left = services.options().storeWait().toNanos();
      while (current == null || current.isOver()) {
        if (closed || left <= 0) {
          throw new UnavailableException(
              closed
                  ? "this node is closed"
                  : "this node could not reach its store for %s"
                      .formatted(services.options().storeWait()));
        }
        left = changed.awaitNanos(left);
      }
      return current;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnavailableException("interrupted while waiting for the store", e);
    } finally {
      lock.unlock();
    }
  }

  /** Returns the current incarnation; empty while the node has none. */
  public Optional<Incarnation> current() {
    lock.lock();
    try {
      return Optional.ofNullable(current);
    } finally {
      lock.unlock();
    }
  }

  /** Ends the membership and returns the last incarnation, which the caller must close. */
  public Optional<Incarnation> end() {
    lock.lock();
    try {
      closed = true;
      Optional<Incarnation> last = Optional.ofNullable(current);
      current = null;
      changed.signalAll();
      if (joining != null) {
        joining.close();
      }
      return last;
    } finally {
      lock.unlock();
    }
  }
}
