package dev.pawl.engine;

/** Thrown for an execution whose facts have semantics that this release does not support. */
public final class UnknownSemanticsException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  UnknownSemanticsException(ExecutionId execution, int semantics) {
    super(
        "execution %s was started under semantics %d, this release knows %d; use a newer one"
            .formatted(execution, semantics, Interpreter.SEMANTICS));
  }
}
