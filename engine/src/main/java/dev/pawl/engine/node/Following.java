package dev.pawl.engine.node;

import dev.pawl.engine.Advanced;
import dev.pawl.engine.Execution;
import dev.pawl.engine.Interpreter;
import dev.pawl.engine.Step;
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

  private final Executions executions;
  private final Interpreter interpreter;
  private final ExecutionKey key;
  private Execution execution;

  Following(Executions executions, Interpreter interpreter, ExecutionKey key) {
    this.executions = executions;
    this.interpreter = interpreter;
    this.key = key;
    this.execution = Execution.unborn(key.id());
  }

  /** What became durable since the last time, in order. */
  public List<Step> next() {
    List<Step> lines = new ArrayList<>();
    for (Entry entry : executions.facts(key, execution.seq())) {
      Advanced advanced = interpreter.advance(execution, Loading.recorded(entry));
      lines.addAll(advanced.steps());
      execution = advanced.execution();
    }
    return lines;
  }

  /** The execution after all that was read. */
  public Execution execution() {
    return execution;
  }
}
