package dev.pawl.engine.node;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Written;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** The commits that wait for a writer, and how many of them go into one batch. */
final class WaitingCommits {

  /** More than this in one statement gains nothing and delays the first in it. */
  private static final int MAX_COMMITS = 1_000;

  private static final int MAX_BYTES = 8 * 1024 * 1024;

  /** While another batch is on its way, one that is smaller than this waits a moment for more. */
  private static final int WORTH_IT = 50;

  private static final long MOMENT = Duration.ofMillis(3).toNanos();

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition handedIn;
  private final Condition settled;
  private final ArrayDeque<Pending> queue = new ArrayDeque<>();
  private int underWay;
  private boolean closed;

  WaitingCommits(RuntimeClock clock) {
    this.handedIn = clock.condition(lock);
    this.settled = clock.condition(lock);
  }

  /** A commit, and who is told when it is durable. */
  record Pending(Commit commit, Consumer<Written> told) {}

  void add(Pending pending) {
    lock.lock();
    try {
      queue.add(pending);
      // A writer that collects need not be woken by each commit that it collects.
      if (queue.size() == 1 || queue.size() >= WORTH_IT) {
        handedIn.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  int size() {
    lock.lock();
    try {
      return queue.size();
    } finally {
      lock.unlock();
    }
  }

  /** What a writer writes next; it says when that is {@link #done}. */
  List<Pending> take() throws InterruptedException {
    lock.lock();
    try {
      awaitEnough();
      List<Pending> batch = new ArrayList<>(Math.min(queue.size(), MAX_COMMITS));
      long bytes = 0;
      while (!queue.isEmpty() && batch.size() < MAX_COMMITS && bytes < MAX_BYTES) {
        Pending next = queue.remove();
        bytes += next.commit().weight();
        batch.add(next);
      }
      underWay += batch.size();
      return batch;
    } finally {
      lock.unlock();
    }
  }

  /** A batch costs the store about the same whatever its size; many small ones wear it out. */
  private void awaitEnough() throws InterruptedException {
    long left = MOMENT;
    while (queue.isEmpty() || underWay > 0 && queue.size() < WORTH_IT && left > 0) {
      if (queue.isEmpty()) {
        handedIn.await();
        left = MOMENT;
      } else {
        left = handedIn.awaitNanos(left);
      }
    }
  }

  void done(int commits) {
    lock.lock();
    try {
      underWay -= commits;
      if (underWay == 0) {
        handedIn.signal();
        if (queue.isEmpty()) {
          settled.signalAll();
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** Waits until all that was handed in is durable, but no longer than that. */
  void awaitSettled(long nanos) throws InterruptedException {
    lock.lock();
    try {
      long left = nanos;
      while ((underWay > 0 || !queue.isEmpty()) && left > 0 && !closed) {
        left = settled.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Nobody waits any more for what will not be written. */
  void close() {
    lock.lock();
    try {
      closed = true;
      settled.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
