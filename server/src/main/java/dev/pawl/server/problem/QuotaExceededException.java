package dev.pawl.server.problem;

/**
 * A refusal because a tenant has used up a quota; the problem has the current value and the limit.
 */
public final class QuotaExceededException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final long current;
  private final long limit;

  public QuotaExceededException(String message, long current, long limit) {
    super(message);
    this.current = current;
    this.limit = limit;
  }

  long current() {
    return current;
  }

  long limit() {
    return limit;
  }
}
