package dev.pawl.engine.node;

import java.util.Optional;

/**
 * A start was rejected since all permits of a concurrency limit are taken; nothing was accepted.
 * Try again when one of the executions that hold them has ended.
 */
public final class ConcurrencyLimitException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * @param flow whose limit it is; empty: the tenant's
   */
  ConcurrencyLimitException(Optional<String> flow, int atMost) {
    super(
        "%s already has %d unfinished executions, the most that its limit 'concurrent' allows; try"
                .formatted(flow.map(code -> "the flow '" + code + "'").orElse("the tenant"), atMost)
            + " again when one of them has ended");
  }
}
