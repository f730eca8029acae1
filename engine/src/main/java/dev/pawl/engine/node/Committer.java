package dev.pawl.engine.node;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.ExpelledException;
import dev.pawl.engine.store.Membership;
import dev.pawl.engine.store.Written;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Group commit. Executions hand in what happened to them; a few writers each take all that is
 * queued and write it at once. While one batch is on its way the next one collects, so batches grow
 * with the load by themselves, and a single commit waits for nobody.
 */
final class Committer {

  /** More than this in one statement gains nothing and delays the first in it. */
  private static final int MAX_COMMITS = 1_000;

  private static final int MAX_BYTES = 8 * 1024 * 1024;

  /** While another batch is on its way, one that is smaller than this waits a moment for more. */
  private static final int WORTH_IT = 50;

  private static final long MOMENT = Duration.ofMillis(3).toNanos();

  private final Membership membership;
  private final Consumer<ExpelledException> expelled;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition handedIn = lock.newCondition();
  private final Condition settled = lock.newCondition();
  private final ArrayDeque<Pending> queue = new ArrayDeque<>();
  private final List<Thread> writers = new ArrayList<>();
  private int underWay;
  private boolean closed;

  /** A commit, and who is told when it is durable. */
  private record Pending(Commit commit, Consumer<Written> told) {}

  Committer(Membership membership, Consumer<ExpelledException> expelled) {
    this.membership = membership;
    this.expelled = expelled;
    for (int i = 0; i < membership.writers(); i++) {
      int writer = i;
      writers.add(
          Thread.ofPlatform()
              .daemon()
              .name("pawl-writer-" + membership.node() + "-" + writer)
              .start(() -> write(writer)));
    }
  }

  /** Returns at once; after the commit is durable, and only then, it is told what came of it. */
  void submit(Commit commit, Consumer<Written> told) {
    lock.lock();
    try {
      queue.add(new Pending(commit, told));
      handedIn.signal();
    } finally {
      lock.unlock();
    }
  }

  /** How many commits wait for a writer. */
  int queued() {
    lock.lock();
    try {
      return queue.size();
    } finally {
      lock.unlock();
    }
  }

  private void write(int writer) {
    try {
      while (true) {
        List<Pending> batch = take();
        List<Written> results =
            membership.write(writer, batch.stream().map(Pending::commit).toList());
        for (int i = 0; i < batch.size(); i++) {
          batch.get(i).told().accept(results.get(i));
        }
        done(batch.size());
      }
    } catch (InterruptedException e) {
      // closed
    } catch (ExpelledException e) {
      expelled.accept(e);
    } catch (RuntimeException | Error e) {
      // Whether the batch is durable cannot be known here. A new life begins with what is.
      expelled.accept(new ExpelledException("a writer failed: " + e));
      throw e;
    }
  }

  private List<Pending> take() throws InterruptedException {
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

  private void done(int commits) {
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

  /** Writes nothing more; what was handed in and not yet written is forgotten. */
  void close() {
    lock.lock();
    try {
      closed = true;
      settled.signalAll();
    } finally {
      lock.unlock();
    }
    writers.stream()
        .filter(writer -> !writer.equals(Thread.currentThread()))
        .forEach(Thread::interrupt);
  }
}
