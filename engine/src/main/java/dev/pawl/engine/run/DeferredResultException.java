package dev.pawl.engine.run;

/**
 * Thrown by a handler whose work continues elsewhere and is completed by its task token, or never.
 */
public final class DeferredResultException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public DeferredResultException() {
    super("the result is deferred", null, false, false);
  }
}
