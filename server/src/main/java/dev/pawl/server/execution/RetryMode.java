package dev.pawl.server.execution;

import dev.pawl.engine.node.ExecutionControl;
import dev.pawl.server.problem.ApiException;
import org.jspecify.annotations.Nullable;

/** Values of the parameter {@code mode} of a retry. */
public final class RetryMode {

  public static final String FULL = "full";
  public static final String FROM_FAILURE = "from-failure";

  private RetryMode() {}

  /**
   * Parses a mode; null means {@link #FULL}.
   *
   * @throws ApiException if the mode is unknown
   */
  public static ExecutionControl.From from(@Nullable String mode) {
    return switch (mode == null ? FULL : mode) {
      case FULL -> ExecutionControl.From.START;
      case FROM_FAILURE -> ExecutionControl.From.FAILURE;
      default -> throw ApiException.malformed("mode: must be full or from-failure");
    };
  }
}
