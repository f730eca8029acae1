package dev.pawl.engine.node;

import dev.pawl.engine.Advanced;
import dev.pawl.engine.Execution;
import dev.pawl.engine.History;
import dev.pawl.engine.Interpreter;
import dev.pawl.engine.Recorded;
import dev.pawl.engine.store.Entry;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads what happens to an execution from the journal, as it happens. Each fact is read once, so
 * that following a long execution costs no more than its facts. Not for several threads.
 */
public final class Following {

  /** How many facts are read at once. */
  private static final int AT_ONCE = 100;

  private final Executions executions;
  private final Interpreter interpreter;
  private final ExecutionKey key;
  private final History history;

  Following(Executions executions, Interpreter interpreter, ExecutionKey key) {
    this.executions = executions;
    this.interpreter = interpreter;
    this.key = key;
    this.history = new History(key.id());
  }

  /**
   * What a fact did to an execution.
   *
   * @param isIgnored whether it came too late, or was not allowed
   * @param lines what it adds to the history
   */
  public record Change(Recorded fact, boolean isIgnored, List<History.Line> lines) {
    public Change {
      lines = List.copyOf(lines);
    }
  }

  /**
   * What became durable since the last time, in order, or the first part of it; none if nothing.
   */
  public List<Change> next() {
    List<Change> changes = new ArrayList<>();
    for (Entry entry : executions.facts(key, execution().seq(), AT_ONCE)) {
      Recorded fact = Loading.recorded(entry);
      Advanced advanced = interpreter.advance(execution(), fact);
      changes.add(new Change(fact, advanced.ignored().isPresent(), history.follow(fact, advanced)));
    }
    return changes;
  }

  /** The execution after all that there is. */
  public Execution last() {
    while (!next().isEmpty()) {
      // Only where it leads to is wanted.
    }
    return execution();
  }

  /** The execution after all that was read. */
  public Execution execution() {
    return history.execution();
  }
}
