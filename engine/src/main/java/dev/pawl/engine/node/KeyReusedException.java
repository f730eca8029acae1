package dev.pawl.engine.node;

/** An idempotency key came before, with something else to be started; nothing was started. */
public final class KeyReusedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public KeyReusedException(String message) {
    super(message);
  }
}
