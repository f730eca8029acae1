package dev.pawl.server.web;

import dev.pawl.engine.store.TenantId;
import dev.pawl.server.problem.ApiException;
import java.util.HashMap;
import java.util.Map;

/** Limits the number of concurrent long requests per tenant. */
final class TenantConcurrency {

  private final int max;
  private final String code;
  private final String what;
  private final Map<TenantId, Integer> taken = new HashMap<>();

  /**
   * @param max the limit of each tenant
   */
  TenantConcurrency(int max, String code, String what) {
    this.max = max;
    this.code = code;
    this.what = what;
  }

  synchronized void acquire(TenantId tenant) {
    int before = taken.getOrDefault(tenant, 0);
    if (before >= max) {
      throw ApiException.tooMany(
          code,
          "this tenant has %d %s open on this node, which is the maximum; close some or retry later"
              .formatted(before, what));
    }
    taken.put(tenant, before + 1);
  }

  synchronized void release(TenantId tenant) {
    taken.computeIfPresent(tenant, (same, count) -> count == 1 ? null : count - 1);
  }
}
