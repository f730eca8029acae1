package dev.pawl.server.execution;

import dev.pawl.engine.node.Control;
import dev.pawl.server.problem.Refusal;
import org.jspecify.annotations.Nullable;

/** How people say where a retry begins. */
public final class RetryMode {

  public static final String FULL = "full";
  public static final String FROM_FAILURE = "from-failure";

  private RetryMode() {}

  /** From the start, if nothing is said. */
  public static Control.From from(@Nullable String mode) {
    return switch (mode == null ? FULL : mode) {
      case FULL -> Control.From.START;
      case FROM_FAILURE -> Control.From.FAILURE;
      default -> throw Refusal.malformed("mode is full or from-failure");
    };
  }
}
