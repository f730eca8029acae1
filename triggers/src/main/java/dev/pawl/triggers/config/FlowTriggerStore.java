package dev.pawl.triggers.config;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** Stores how flows start. Every change is a change of the configuration. */
public final class FlowTriggerStore {

  private static final String COLUMNS = "t.flow, t.type, t.config";

  private static final String ALL =
      "select %s from pawl.flow_trigger t where t.tenant = ?".formatted(COLUMNS);

  private static final String FIND = ALL + " and t.flow = ?";

  private static final String LOCK =
      "select c.epoch from pawl.tenant_config c where c.tenant = ? for key share";

  private static final String PUT =
      """
      insert into pawl.flow_trigger (tenant, flow, type, config, updated_by) values (?, ?, ?, ?, ?)
      on conflict (tenant, flow) do update
         set type = excluded.type, config = excluded.config, updated_by = excluded.updated_by,
             updated_at = now()
      """;

  private final TenantDatabase tenanted;
  private final ConfigChanges changes;
  private final BindingStore bindings;

  public FlowTriggerStore(TenantDatabase tenanted, ConfigChanges changes, BindingStore bindings) {
    this.tenanted = tenanted;
    this.changes = changes;
    this.bindings = bindings;
  }

  /**
   * Sets how a flow starts.
   *
   * @throws IllegalArgumentException if a setting is wrong
   * @throws BindingExistsException if a binding of its own starts the flow by the same event
   */
  public void put(TenantId tenant, FlowTrigger trigger, String by) {
    put(tenant, trigger, by, connection -> true);
  }

  /**
   * Sets how a flow starts, if it still may.
   *
   * @param precondition checks the flow in the transaction, while its trigger is locked
   * @throws IllegalArgumentException if a setting is wrong
   * @throws BindingExistsException if a binding of its own starts the flow by the same event
   */
  public void put(
      TenantId tenant, FlowTrigger trigger, String by, ConfigChanges.Change<?> precondition) {
    changes.apply(
        tenant,
        connection -> {
          precondition.apply(connection);
          bindings.replaceOwned(connection, tenant, trigger.flow(), trigger.binding(), by);
          return ConnectionTemplate.update(
              connection,
              PUT,
              tenant.value(),
              trigger.flow(),
              trigger.type().name(),
              trigger.config().toString(),
              by);
        });
  }

  /**
   * Returns how a flow starts, and locks the trigger against changes until the end of the
   * transaction.
   */
  public Optional<FlowTrigger> lock(Connection connection, TenantId tenant, String flow)
      throws SQLException {
    Rows.list(connection, LOCK, row -> true, tenant.value());
    return Rows.first(connection, FIND, FlowTriggerStore::read, tenant.value(), flow);
  }

  /** Returns how a flow starts; empty if nothing says so. */
  public Optional<FlowTrigger> find(TenantId tenant, String flow) {
    return tenanted
        .of(tenant)
        .use(
            connection ->
                Rows.first(connection, FIND, FlowTriggerStore::read, tenant.value(), flow));
  }

  static List<FlowTrigger> all(Connection connection, TenantId tenant) throws SQLException {
    return Rows.list(connection, ALL, FlowTriggerStore::read, tenant.value());
  }

  private static FlowTrigger read(ResultSet row) throws SQLException {
    return new FlowTrigger(
        row.getString(1),
        FlowTriggerType.valueOf(row.getString(2)),
        (JsonObject) Json.parse(row.getString(3)));
  }
}
