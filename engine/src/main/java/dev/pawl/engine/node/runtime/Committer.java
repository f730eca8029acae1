package dev.pawl.engine.node.runtime;

import dev.pawl.engine.node.metrics.NodeMetrics;
import dev.pawl.engine.node.time.RuntimeClock;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.CommitResult;
import dev.pawl.engine.store.ExpelledException;
import dev.pawl.engine.store.NodeSession;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Group commit: a few writer threads each take all queued commits and write them as one batch.
 * While one batch is in flight the next one fills, so batches grow with the load; a single commit
 * is written at once.
 */
final class Committer {

  private final RuntimeClock clock;
  private final NodeMetrics metrics;
  private final NodeSession session;
  private final Consumer<ExpelledException> onExpelled;
  private final CommitQueue queue;
  private final List<Thread> writers = new ArrayList<>();

  Committer(NodeServices services, NodeSession session, Consumer<ExpelledException> onExpelled) {
    this.clock = services.time();
    this.metrics = services.metrics();
    this.session = session;
    this.queue = new CommitQueue(clock);
    this.onExpelled = onExpelled;
    for (int i = 0; i < session.writers(); i++) {
      int writer = i;
      writers.add(
          clock.start(
              Thread.ofPlatform().daemon().name("pawl-writer-" + session.node() + "-" + writer),
              () -> write(writer)));
    }
  }

  /** Queues a commit and returns at once; the callback runs when the result is known. */
  void submit(Commit commit, Consumer<CommitResult> onResult) {
    queue.add(new CommitQueue.Pending(commit, onResult));
  }

  /** Returns the number of commits that wait for a writer. */
  int queued() {
    return queue.size();
  }

  private void write(int writer) {
    try {
      while (true) {
        List<CommitQueue.Pending> batch = queue.take();
        long startedAt = clock.nanos();
        List<CommitResult> results =
            session.write(writer, batch.stream().map(CommitQueue.Pending::commit).toList());
        metrics.batchWritten(batch.size(), clock.nanos() - startedAt);
        for (int i = 0; i < batch.size(); i++) {
          batch.get(i).onResult().accept(results.get(i));
        }
        queue.done(batch.size());
      }
    } catch (InterruptedException e) {
      // Closed.
    } catch (ExpelledException e) {
      onExpelled.accept(e);
    } catch (RuntimeException | Error e) {
      // The batch may or may not be durable: a new incarnation continues from the store.
      onExpelled.accept(new ExpelledException("a writer failed: " + e));
      throw e;
    }
  }

  /** Waits until all commits are written, for at most the given time. */
  void awaitEmpty(long nanos) throws InterruptedException {
    queue.awaitEmpty(nanos);
  }

  /** Stops the writers; queued commits are dropped. */
  void close() {
    queue.close();
    writers.stream()
        .filter(writer -> !writer.equals(Thread.currentThread()))
        .forEach(Thread::interrupt);
  }
}
