package dev.pawl.engine.node;

/**
 * Thrown when a start was decided on a configuration that has changed since. Nothing was started;
 * read the configuration again and decide again.
 */
public final class StaleConfigurationException extends RuntimeException {

  private static final long serialVersionUID = 1;

  public StaleConfigurationException() {
    super("the configuration of the tenant has changed since this start was decided");
  }
}
