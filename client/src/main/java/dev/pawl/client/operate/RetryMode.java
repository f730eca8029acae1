package dev.pawl.client.operate;

/** Where a retry of an ended execution begins. */
public enum RetryMode {
  /** At the start of the flow, with the same input. */
  FULL("full"),
  /** At the step that failed; the steps before it are copied. */
  FROM_FAILURE("from-failure");

  private final String parameter;

  RetryMode(String parameter) {
    this.parameter = parameter;
  }

  /** Returns the value of the parameter {@code mode}. */
  public String parameter() {
    return parameter;
  }
}
