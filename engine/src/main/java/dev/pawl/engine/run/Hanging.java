package dev.pawl.engine.run;

/**
 * Thrown by a handler that does not answer within the call: work that goes on elsewhere and is
 * finished with its task token, or never.
 */
public final class Hanging extends RuntimeException {

  private static final long serialVersionUID = 1L;

  public Hanging() {
    super("the answer comes later, if at all", null, false, false);
  }
}
