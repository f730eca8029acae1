package dev.pawl.postgres.store;

import dev.pawl.engine.store.TenantId;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Gives places in the lanes of runnable executions. A tenant that brings many gets later and later
 * ones, so that another that brings one goes before nearly all of them; and the claim need not
 * think about fairness.
 */
final class Places {

  private static final Duration STEP = Duration.ofMillis(1);

  private final Map<TenantId, Instant> last = new ConcurrentHashMap<>();

  Instant next(TenantId tenant, Instant now) {
    return last.merge(
        tenant,
        now,
        (before, at) -> {
          Instant after = before.plus(STEP);
          return after.isAfter(at) ? after : at;
        });
  }
}
