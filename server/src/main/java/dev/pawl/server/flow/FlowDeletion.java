package dev.pawl.server.flow;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.flow.DeletedFlows;
import dev.pawl.postgres.flow.StoredFlow;
import dev.pawl.server.problem.ApiException;
import java.sql.Connection;
import java.sql.SQLException;

/** Deletes archived flows of which no execution is live. */
final class FlowDeletion {

  /** Executions are counted up to this number only. */
  private static final int MAX_COUNTED_EXECUTIONS = 1_000;

  private FlowDeletion() {}

  /**
   * Deletes a flow.
   *
   * @param flow flow whose row the transaction has locked
   * @throws ApiException if the flow is not archived or has executions that have not ended
   */
  static void delete(Connection connection, TenantId tenant, StoredFlow flow) throws SQLException {
    if (flow.dates().archivedAt().isEmpty()) {
      throw ApiException.conflict(
          "not-archived", "only an archived flow can be deleted; archive it");
    }
    int live = DeletedFlows.countLive(connection, tenant, flow.code(), MAX_COUNTED_EXECUTIONS + 1);
    if (live > 0) {
      throw ApiException.conflict(
          "still-running",
          "the flow has executions that have not ended (%s); wait for them, or cancel them"
              .formatted(live > MAX_COUNTED_EXECUTIONS ? "over " + MAX_COUNTED_EXECUTIONS : live));
    }
    DeletedFlows.delete(connection, tenant, flow);
  }
}
