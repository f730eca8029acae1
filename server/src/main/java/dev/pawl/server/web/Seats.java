package dev.pawl.server.web;

import dev.pawl.engine.store.TenantId;
import dev.pawl.server.problem.Refusal;
import java.util.HashMap;
import java.util.Map;

/** Room for those who stay; a tenant that fills its own leaves that of the others as it is. */
final class Seats {

  private final int most;
  private final String code;
  private final String what;
  private final Map<TenantId, Integer> taken = new HashMap<>();

  /**
   * @param most how many each tenant has
   */
  Seats(int most, String code, String what) {
    this.most = most;
    this.code = code;
    this.what = what;
  }

  synchronized void take(TenantId tenant) {
    int before = taken.getOrDefault(tenant, 0);
    if (before >= most) {
      throw Refusal.tooMany(
          code,
          "this tenant has %d %s open on this node, which is the most; close some, or try again later"
              .formatted(before, what));
    }
    taken.put(tenant, before + 1);
  }

  synchronized void giveBack(TenantId tenant) {
    taken.computeIfPresent(tenant, (same, count) -> count == 1 ? null : count - 1);
  }
}
