package dev.pawl.postgres.flow;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * Deletes flows. The draft is deleted at once. The versions become unreachable at once and are
 * deleted when no execution refers to them, so that the history of ended executions stays readable.
 */
public final class DeletedFlows {

  private static final String LIVE =
      """
      select count(*) from (
        select from pawl.execution e where e.tenant = ? and e.flow = ? limit ?) e
      """;

  private static final String REMEMBER =
      """
      insert into pawl.deleted_flow (tenant, flow, number)
      select v.tenant, v.flow, max(v.number) from pawl.version v
       where v.tenant = ? and v.flow = ? and v.number > 0 group by v.tenant, v.flow
      on conflict (tenant, flow) do update set number = excluded.number, at = now()
      """;

  private static final String DELETE = "delete from pawl.flow where tenant = ? and id = ?";

  // The minute covers nodes that still have the flow cached and may start an execution. Top-level
  // executions and children are queried separately because each has an index of its own.
  private static final String PURGE =
      """
      delete from pawl.version v using pawl.deleted_flow d
       where d.at < now() - interval '1 minute'
         and v.tenant = d.tenant and v.flow = d.flow and v.number between 1 and d.number
         and not exists (select from pawl.execution e
               where e.tenant = v.tenant and e.flow = v.flow and e.version = v.number)
         and not exists (select from pawl.finished e
               where e.tenant = v.tenant and e.flow = v.flow and e.version = v.number
                 and e.parent is null)
         and not exists (select from pawl.finished e
               where e.tenant = v.tenant and e.flow = v.flow and e.version = v.number
                 and e.parent is not null)
      """;

  private DeletedFlows() {}

  /** Returns the number of executions of a flow that have not ended, counted up to a limit. */
  public static int countLive(Connection connection, TenantId tenant, String code, int limit)
      throws SQLException {
    return Rows.first(connection, LIVE, row -> row.getInt(1), tenant.value(), code, limit)
        .orElse(0);
  }

  /** Deletes a flow whose row the transaction has locked, and records its last version number. */
  public static void delete(Connection connection, TenantId tenant, StoredFlow flow)
      throws SQLException {
    ConnectionTemplate.update(connection, REMEMBER, tenant.value(), flow.code());
    ConnectionTemplate.update(connection, DELETE, tenant.value(), flow.id());
  }

  /**
   * Deletes unreferenced versions of deleted flows; returns their number.
   *
   * @param allTenants connections that see the rows of all tenants
   */
  public static int purge(ConnectionTemplate allTenants) {
    return allTenants.update(PURGE);
  }
}
