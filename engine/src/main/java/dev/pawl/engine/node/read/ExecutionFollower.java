package dev.pawl.engine.node.read;

import dev.pawl.engine.AdvanceResult;
import dev.pawl.engine.Execution;
import dev.pawl.engine.History;
import dev.pawl.engine.Interpreter;
import dev.pawl.engine.RecordedFact;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.JournalEntry;
import java.util.ArrayList;
import java.util.List;

/**
 * Follows the journal of one execution and folds each new fact once. An instance must not be shared
 * between threads.
 */
public final class ExecutionFollower {

  private static final int MAX_FACTS_PER_READ = 100;

  private final Executions executions;
  private final Interpreter interpreter;
  private final ExecutionKey key;
  private final History history;

  /** Follows an execution from its first fact. */
  public ExecutionFollower(Executions executions, Interpreter interpreter, ExecutionKey key) {
    this.executions = executions;
    this.interpreter = interpreter;
    this.key = key;
    this.history = new History(key.id());
  }

  /**
   * The effect of one fact on an execution.
   *
   * @param isIgnored true if the fact came too late or was not allowed
   * @param lines the lines that it adds to the history
   */
  public record Change(RecordedFact fact, boolean isIgnored, List<History.StepEntry> lines) {
    public Change {
      lines = List.copyOf(lines);
    }
  }

  /**
   * Reads the facts that became durable since the last call, at most {@value #MAX_FACTS_PER_READ}.
   *
   * @return their effects in order; empty if there are none
   */
  public List<Change> next() {
    List<Change> changes = new ArrayList<>();
    for (JournalEntry entry : executions.facts(key, execution().seq(), MAX_FACTS_PER_READ)) {
      RecordedFact fact = LoadedExecution.decode(entry);
      AdvanceResult advanced = interpreter.advance(execution(), fact);
      changes.add(new Change(fact, advanced.ignored().isPresent(), history.follow(fact, advanced)));
    }
    return changes;
  }

  /** Reads all facts that are durable now and returns the execution after them. */
  public Execution last() {
    while (!next().isEmpty()) {
      // Only the resulting execution is of interest.
    }
    return execution();
  }

  /** Returns the execution after the facts read so far. */
  public Execution execution() {
    return history.execution();
  }
}
