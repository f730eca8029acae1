package dev.pawl.engine.node;

import dev.pawl.engine.Fact;
import dev.pawl.engine.journal.FactBytes;
import dev.pawl.engine.node.runtime.CompletionWaiters;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.JournalEntry;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/**
 * The effect of an operator action that is sent to an execution as a fact. It is created before the
 * action is sent and finds the fact in the journal among the entries written afterwards.
 */
public final class ActionEffect {

  private final Executions executions;
  private final CompletionWaiters waiters;
  private final ExecutionKey key;
  private final byte[] fact;
  private final long seqBefore;

  ActionEffect(Executions executions, CompletionWaiters waiters, ExecutionKey key, Fact fact) {
    this.executions = executions;
    this.waiters = waiters;
    this.key = key;
    // Decoded and encoded again, as the execution that reads it from a message does.
    this.fact = FactBytes.write(FactBytes.read(FactBytes.write(fact)));
    this.seqBefore = executions.lastSeq(key);
  }

  /** Returns the execution that the action is for. */
  public ExecutionKey key() {
    return key;
  }

  /** Returns true if the execution has applied or ignored the action. */
  public boolean isApplied() {
    long last = seqBefore;
    List<JournalEntry> page;
    do {
      page = executions.facts(key, last, Executions.MAX_FACTS_PER_PAGE);
      if (page.stream().anyMatch(entry -> Arrays.equals(entry.fact(), fact))) {
        return true;
      }
      last = page.isEmpty() ? last : page.getLast().seq();
    } while (page.size() == Executions.MAX_FACTS_PER_PAGE);
    return false;
  }

  /**
   * Waits until the execution has applied the action or has ended, on any node.
   *
   * @return false if the time is over before
   */
  public boolean await(Duration atMost) throws InterruptedException {
    try (CompletionWaiters.Waiter waiter = waiters.register(key)) {
      return waiter.awaitCommit(atMost, () -> isApplied() || hasEnded());
    }
  }

  private boolean hasEnded() {
    return executions.find(key).filter(found -> found.status().isTerminal()).isPresent();
  }
}
