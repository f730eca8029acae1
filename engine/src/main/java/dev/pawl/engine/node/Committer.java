package dev.pawl.engine.node;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.ExpelledException;
import dev.pawl.engine.store.Membership;
import dev.pawl.engine.store.Written;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Group commit. Executions hand in what happened to them; a few writers each take all that is
 * queued and write it at once. While one batch is on its way the next one collects, so batches grow
 * with the load by themselves, and a commit that meets no other waits for nobody.
 */
final class Committer {

  private final Membership membership;
  private final Consumer<ExpelledException> expelled;
  private final WaitingCommits waiting;
  private final List<Thread> writers = new ArrayList<>();

  Committer(RuntimeClock clock, Membership membership, Consumer<ExpelledException> expelled) {
    this.membership = membership;
    this.waiting = new WaitingCommits(clock);
    this.expelled = expelled;
    for (int i = 0; i < membership.writers(); i++) {
      int writer = i;
      writers.add(
          clock.start(
              Thread.ofPlatform().daemon().name("pawl-writer-" + membership.node() + "-" + writer),
              () -> write(writer)));
    }
  }

  /** Returns at once; after the commit is durable, and only then, it is told what came of it. */
  void submit(Commit commit, Consumer<Written> told) {
    waiting.add(new WaitingCommits.Pending(commit, told));
  }

  /** How many commits wait for a writer. */
  int queued() {
    return waiting.size();
  }

  private void write(int writer) {
    try {
      while (true) {
        List<WaitingCommits.Pending> batch = waiting.take();
        List<Written> results =
            membership.write(writer, batch.stream().map(WaitingCommits.Pending::commit).toList());
        for (int i = 0; i < batch.size(); i++) {
          batch.get(i).told().accept(results.get(i));
        }
        waiting.done(batch.size());
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

  /** Waits until all that was handed in is durable, but no longer than that. */
  void awaitSettled(long nanos) throws InterruptedException {
    waiting.awaitSettled(nanos);
  }

  /** Writes nothing more; what was handed in and not yet written is forgotten. */
  void close() {
    waiting.close();
    writers.stream()
        .filter(writer -> !writer.equals(Thread.currentThread()))
        .forEach(Thread::interrupt);
  }
}
