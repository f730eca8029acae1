package dev.pawl.postgres.flow;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.TenantDatabase;
import java.time.Instant;
import java.util.Optional;

/** Stores the emergency stops of tenants. */
public final class EmergencyStopStore {

  private static final String BEGIN =
      """
      insert into pawl.emergency_stop (tenant, by, reason) values (?, ?, ?) on conflict do nothing
      """;

  private static final String END = "delete from pawl.emergency_stop where tenant = ?";

  private static final String FIND =
      "select h.at, h.by, h.reason from pawl.emergency_stop h where h.tenant = ?";

  private final TenantDatabase tenanted;

  public EmergencyStopStore(TenantDatabase tenanted) {
    this.tenanted = tenanted;
  }

  /** An emergency stop: its time, who ordered it, and the reason. */
  public record EmergencyStop(Instant at, String by, String reason) {}

  /** Stops a tenant; an existing stop stays as it is. */
  public void begin(TenantId tenant, String by, String reason) {
    tenanted.of(tenant).update(BEGIN, tenant.value(), by, reason);
  }

  /** Lifts the stop of a tenant; returns false if there was none. */
  public boolean end(TenantId tenant) {
    return tenanted.of(tenant).update(END, tenant.value()) == 1;
  }

  /** Returns the stop of a tenant; empty if there is none. */
  public Optional<EmergencyStop> find(TenantId tenant) {
    return tenanted
        .of(tenant)
        .use(
            connection ->
                Rows.first(
                    connection,
                    FIND,
                    row ->
                        new EmergencyStop(
                            Rows.time(row, 1).orElseThrow(), row.getString(2), row.getString(3)),
                    tenant.value()));
  }
}
