package dev.pawl.server.execution;

import dev.pawl.engine.node.Control;
import dev.pawl.server.problem.Refusal;
import org.jspecify.annotations.Nullable;

/** How people say where a retry begins. */
public final class RetryMode {

  private RetryMode() {}

  /** From the start, if nothing is said. */
  public static Control.From from(@Nullable String mode) {
    return switch (mode == null ? "full" : mode) {
      case "full" -> Control.From.START;
      case "from-failure" -> Control.From.FAILURE;
      default -> throw Refusal.malformed("mode is full or from-failure");
    };
  }
}
