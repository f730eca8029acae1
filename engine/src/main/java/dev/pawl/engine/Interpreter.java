package dev.pawl.engine;

import dev.pawl.model.Flow;

/**
 * The interpreter of a flow: a pure function from an execution and a fact to the next execution. It
 * uses no I/O, no clock and no randomness; the same facts always give the same execution.
 */
public final class Interpreter {

  /**
   * The version of the meaning of facts. A release that changes the meaning increases it and still
   * supports the earlier versions.
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
   * @throws UnknownSemanticsException if this release does not support the execution's semantics
   */
  public AdvanceResult advance(Execution execution, RecordedFact recorded) {
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
    return new FactApplication(flow, execution, recorded).apply();
  }

  /** Folds facts from the first one on. */
  public Execution fold(ExecutionId id, Iterable<RecordedFact> facts) {
    return fold(Execution.notStarted(id), facts);
  }

  /** Folds more facts into an execution. */
  public Execution fold(Execution from, Iterable<RecordedFact> facts) {
    Execution execution = from;
    for (RecordedFact fact : facts) {
      execution = advance(execution, fact).execution();
    }
    return execution;
  }
}
