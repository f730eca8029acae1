package dev.pawl.postgres.flow;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.TenantDatabase;
import java.time.Instant;
import java.util.Optional;

/** Stores the emergency stops of tenants. */
public final class EmergencyStopStore {

  // No batch is being written while the lock is held, and every later one is aborted and
  // rebuilt, because the number of its fence has changed.
  private static final String LOCK = "lock table pawl.fence in exclusive mode";

  private static final String NUMBER_FENCES =
      "update pawl.fence set stops = (select nextval('pawl.config_epoch'))";

  private static final String BEGIN =
      """
      insert into pawl.emergency_stop (tenant, by, reason) values (?, ?, ?) on conflict do nothing
      """;

  private static final String END = "delete from pawl.emergency_stop where tenant = ?";

  private static final String FIND =
      "select h.at, h.by, h.reason from pawl.emergency_stop h where h.tenant = ?";

  private final TenantDatabase tenanted;
  private final ConnectionTemplate engine;

  /**
   * Creates the access to emergency stops.
   *
   * @param engine access under the role of the engine, which owns the fences
   */
  public EmergencyStopStore(TenantDatabase tenanted, ConnectionTemplate engine) {
    this.tenanted = tenanted;
    this.engine = engine;
  }

  /** An emergency stop: its time, who ordered it, and the reason. */
  public record EmergencyStop(Instant at, String by, String reason) {}

  /**
   * Stops a tenant; an existing stop stays as it is. When this method returns, no node can start an
   * execution of the tenant, whatever it knows.
   */
  public void begin(TenantId tenant, String by, String reason) {
    change(BEGIN, tenant.value(), by, reason);
  }

  private int change(String sql, Object... values) {
    return engine.transact(
        connection -> {
          ConnectionTemplate.update(connection, LOCK);
          int changed = ConnectionTemplate.update(connection, sql, values);
          if (changed > 0) {
            ConnectionTemplate.update(connection, NUMBER_FENCES);
          }
          return changed;
        });
  }

  /** Lifts the stop of a tenant; returns false if there was none. */
  public boolean end(TenantId tenant) {
    return change(END, tenant.value()) == 1;
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
