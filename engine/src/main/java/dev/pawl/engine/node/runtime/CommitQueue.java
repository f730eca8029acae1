package dev.pawl.engine.node.runtime;

import dev.pawl.engine.node.time.RuntimeClock;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.CommitResult;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** The commits that wait for a writer; decides how many of them go into one batch. */
final class CommitQueue {

  /** Larger batches are not faster and delay their first commits. */
  private static final int MAX_COMMITS_PER_BATCH = 1_000;

  private static final int MAX_BYTES_PER_BATCH = 8 * 1024 * 1024;

  /** While another batch is in flight, a smaller batch than this waits a little for more. */
  private static final int MIN_COMMITS_WITHOUT_DELAY = 50;

  private static final long BATCH_DELAY_NANOS = Duration.ofMillis(3).toNanos();

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition added;
  private final Condition empty;
  private final ArrayDeque<Pending> queue = new ArrayDeque<>();
  private int inFlight;
  private boolean closed;

  CommitQueue(RuntimeClock clock) {
    this.added = clock.condition(lock);
    this.empty = clock.condition(lock);
  }

  /** A queued commit and the callback for its result. */
  record Pending(Commit commit, Consumer<CommitResult> onResult) {}

  void add(Pending pending) {
    lock.lock();
    try {
      queue.add(pending);
      // A writer that is collecting a batch need not be woken for each commit.
      if (queue.size() == 1 || queue.size() >= MIN_COMMITS_WITHOUT_DELAY) {
        added.signal();
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

  /** Waits for the next batch; the writer calls {@link #done} when it is written. */
  List<Pending> take() throws InterruptedException {
    lock.lock();
    try {
      awaitEnough();
      List<Pending> batch = new ArrayList<>(Math.min(queue.size(), MAX_COMMITS_PER_BATCH));
      long bytes = 0;
      while (!queue.isEmpty()
          && batch.size() < MAX_COMMITS_PER_BATCH
          && bytes < MAX_BYTES_PER_BATCH) {
        Pending next = queue.remove();
        bytes += next.commit().weight();
        batch.add(next);
      }
      inFlight += batch.size();
      return batch;
    } finally {
      lock.unlock();
    }
  }

  /** A batch costs the store about the same whatever its size, so small ones are avoided. */
  private void awaitEnough() throws InterruptedException {
    long left = BATCH_DELAY_NANOS;
    while (queue.isEmpty()
        || inFlight > 0 && queue.size() < MIN_COMMITS_WITHOUT_DELAY && left > 0) {
      if (queue.isEmpty()) {
        added.await();
        left = BATCH_DELAY_NANOS;
      } else {
        left = added.awaitNanos(left);
      }
    }
  }

  /** Reports that a batch of this many commits is written. */
  void done(int commits) {
    lock.lock();
    try {
      inFlight -= commits;
      if (inFlight == 0) {
        added.signal();
        if (queue.isEmpty()) {
          empty.signalAll();
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** Waits until all commits are written, for at most the given time. */
  void awaitEmpty(long nanos) throws InterruptedException {
    lock.lock();
    try {
      long left = nanos;
      while ((inFlight > 0 || !queue.isEmpty()) && left > 0 && !closed) {
        left = empty.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  /** Releases callers blocked in {@link #awaitEmpty}. */
  void close() {
    lock.lock();
    try {
      closed = true;
      empty.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
