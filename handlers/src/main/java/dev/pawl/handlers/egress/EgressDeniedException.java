package dev.pawl.handlers.egress;

/**
 * A target that the egress policy does not allow. The message is safe to show to authors of flows:
 * it is decided before any connection is made and names no address.
 */
public final class EgressDeniedException extends Exception {

  private static final long serialVersionUID = 1L;

  private final String message;

  /** Creates the exception. */
  public EgressDeniedException(String message) {
    super(message);
    this.message = message;
  }

  @Override
  public String getMessage() {
    return message;
  }
}
