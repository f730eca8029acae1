package dev.pawl.engine.node;

/**
 * Signals that an idempotency key was used before with a different request; nothing was started.
 */
public final class KeyReusedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public KeyReusedException(String message) {
    super(message);
  }
}
