package dev.pawl.engine;

import dev.pawl.model.Flow;

/**
 * Runs a flow: a pure function from an execution and a fact to the next execution. No I/O, no
 * clock, no randomness; the same facts give the same execution on every machine and for ever.
 */
public final class Interpreter {

  /**
   * What facts mean. A release that gives facts another meaning raises this number and goes on to
   * understand the earlier ones.
   */
  public static final int SEMANTICS = 1;

  private final Flow flow;

  public Interpreter(Flow flow) {
    this.flow = flow;
  }

  public Flow flow() {
    return flow;
  }

  /**
   * Applies the next fact.
   *
   * @throws IllegalArgumentException if the fact is not the next one
   * @throws UnknownSemanticsException if the execution was started by a release of another meaning
   */
  public Advanced advance(Execution execution, Recorded recorded) {
    if (recorded.seq() != execution.seq() + 1) {
      throw new IllegalArgumentException(
          "after fact %d comes %d, not %d"
              .formatted(execution.seq(), execution.seq() + 1, recorded.seq()));
    }
    int semantics =
        recorded.fact() instanceof Fact.Started started
            ? started.semantics()
            : execution.origin().semantics();
    if (semantics != SEMANTICS) {
      throw new UnknownSemanticsException(execution.id(), semantics);
    }
    return new Application(flow, execution, recorded).apply();
  }

  /** The execution to which all these facts have happened. */
  public Execution fold(ExecutionId id, Iterable<Recorded> facts) {
    return fold(Execution.unborn(id), facts);
  }

  /** An execution to which more facts have happened. */
  public Execution fold(Execution from, Iterable<Recorded> facts) {
    Execution execution = from;
    for (Recorded fact : facts) {
      execution = advance(execution, fact).execution();
    }
    return execution;
  }
}
