package dev.pawl.engine.node.read;

/**
 * Signals that the engine cannot continue an execution because its definition or its journal cannot
 * be read. The execution is paused with the message as its incident until an operator resumes it.
 */
public final class IncidentException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public IncidentException(String message) {
    super(message);
  }
}
