package dev.pawl.postgres.flow;

import dev.pawl.engine.store.Priority;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.TenantDatabase;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The state of a flow that decides whether and how it starts.
 *
 * @param halted true if an emergency stop of the tenant is in force
 * @param gone highest version number of a deleted flow with this code; 0 if there was none
 * @param latest highest version number; the flow has a version only if it is above {@code gone}
 */
public record FlowStartState(
    String code,
    OptionalInt active,
    Priority priority,
    boolean archived,
    boolean halted,
    int gone,
    int latest) {

  private static final String FIND =
      """
      select f.code, f.active, f.priority, f.archived_at is not null,
             exists (select from pawl.emergency_stop h where h.tenant = f.tenant),
             coalesce((select d.number from pawl.deleted_flow d
                        where d.tenant = f.tenant and d.flow = f.code), 0),
             coalesce((select max(v.number) from pawl.version v
                        where v.tenant = f.tenant and v.flow = f.code), 0)
        from pawl.flow f where f.tenant = ? and %s = ?
      """;
  private static final String BY_ID = FIND.formatted("f.id");
  private static final String BY_CODE = FIND.formatted("f.code");

  /** Reads the state of a flow; empty if there is no such flow. */
  public static Optional<FlowStartState> find(
      TenantDatabase tenanted, TenantId tenant, FlowRef flow) {
    return tenanted
        .of(tenant)
        .use(
            connection -> {
              Optional<FlowStartState> byId =
                  flow.id().isEmpty()
                      ? Optional.empty()
                      : Rows.first(
                          connection, BY_ID, FlowStartState::read, tenant.value(), flow.id().get());
              return byId.isPresent()
                  ? byId
                  : Rows.first(
                      connection, BY_CODE, FlowStartState::read, tenant.value(), flow.code());
            });
  }

  private static FlowStartState read(ResultSet row) throws SQLException {
    return new FlowStartState(
        row.getString(1),
        FlowRows.number(row, 2),
        Priority.valueOf(row.getString(3)),
        row.getBoolean(4),
        row.getBoolean(5),
        row.getInt(6),
        row.getInt(7));
  }

  /** Returns true if the flow has a published version of that number. */
  public boolean hasVersion(int number) {
    return number > Math.max(0, gone) && number <= latest;
  }
}
