package dev.pawl.engine.run;

import java.time.Instant;

/** Thrown instead of a call whose downstream has an open circuit breaker. */
public final class CallHeldException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final String downstream;
  private final Instant until;

  /**
   * Creates the exception.
   *
   * @param until when to ask again
   */
  public CallHeldException(String downstream, Instant until) {
    super("the circuit breaker of " + downstream + " is open", null, false, false);
    this.downstream = downstream;
    this.until = until;
  }

  /** Returns the name of the downstream. */
  public String downstream() {
    return downstream;
  }

  /** Returns when to ask again. */
  public Instant until() {
    return until;
  }
}
