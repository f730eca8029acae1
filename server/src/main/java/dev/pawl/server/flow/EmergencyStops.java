package dev.pawl.server.flow;

import dev.pawl.engine.node.TenantPausedException;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.flow.EmergencyStopStore;
import dev.pawl.postgres.flow.EmergencyStopStore.EmergencyStop;
import java.util.Optional;

/** Emergency stops of tenants: no execution of a stopped tenant starts until the stop is lifted. */
public final class EmergencyStops {

  private final EmergencyStopStore stored;
  private final ActiveVersions active;

  EmergencyStops(EmergencyStopStore stored, ActiveVersions active) {
    this.stored = stored;
    this.active = active;
  }

  public void start(TenantId tenant, String by, String reason) {
    stored.begin(tenant, by, reason);
    active.clearCache();
  }

  /** Lifts the stop of a tenant; returns false if there was none. */
  public boolean end(TenantId tenant) {
    boolean ended = stored.end(tenant);
    active.clearCache();
    return ended;
  }

  /** Returns the stop of a tenant; empty if there is none. */
  public Optional<EmergencyStop> find(TenantId tenant) {
    return stored.find(tenant);
  }

  public boolean isInForce(TenantId tenant) {
    return find(tenant).isPresent();
  }

  /**
   * Verifies that the tenant has no emergency stop.
   *
   * @throws TenantPausedException if executions of the tenant cannot start
   */
  public void requireNone(TenantId tenant) {
    if (isInForce(tenant)) {
      throw new TenantPausedException();
    }
  }
}
