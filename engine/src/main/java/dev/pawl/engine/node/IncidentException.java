package dev.pawl.engine.node;

/**
 * The engine cannot go on with an execution: its definition, or something else that it needs,
 * cannot be read. The execution is paused, with the reason, until someone has mended that.
 */
public final class IncidentException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  IncidentException(String message) {
    super(message);
  }
}
