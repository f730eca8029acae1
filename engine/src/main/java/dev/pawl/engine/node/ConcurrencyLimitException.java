package dev.pawl.engine.node;

import java.util.Optional;

/**
 * Signals that a start was rejected because all permits of a concurrency limit are taken; try again
 * when one of the executions that hold them has ended.
 */
public final class ConcurrencyLimitException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * Creates the exception.
   *
   * @param flow the flow with the limit; empty for the limit of the tenant
   * @param atMost the number of permits
   */
  ConcurrencyLimitException(Optional<String> flow, int atMost) {
    super(
        "%s already has %d unfinished executions, the maximum of its limit 'concurrent'; try"
                .formatted(flow.map(code -> "the flow '" + code + "'").orElse("the tenant"), atMost)
            + " again when one of them has ended");
  }
}
