package dev.pawl.worker;

/** The failure of a task under a name that Retry and Catch can match. */
public final class TaskFailure extends Exception {

  private static final long serialVersionUID = 1L;

  private final String error;

  /**
   * @param error such as {@code Card.Declined}
   * @param cause what happened, for people
   */
  public TaskFailure(String error, String cause) {
    super(cause);
    this.error = error;
  }

  public String error() {
    return error;
  }
}
