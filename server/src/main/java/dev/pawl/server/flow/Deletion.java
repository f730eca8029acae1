package dev.pawl.server.flow;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Borrowed;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.server.problem.Refusal;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * The end of a flow. Its draft goes at once; its versions are out of reach at once, and go when no
 * execution needs them any more, so that the history of those that ended can still be read.
 */
final class Deletion {

  /** More than these are not counted. */
  private static final int MOST_COUNTED = 1_000;

  private static final String LIVE =
      """
      select count(*) from (
        select from pawl.execution e where e.tenant = ? and e.flow = ? limit ?) e
      """;

  private static final String REMEMBER =
      """
      insert into pawl.deleted (tenant, flow, number)
      select v.tenant, v.flow, max(v.number) from pawl.version v
       where v.tenant = ? and v.flow = ? and v.number > 0 group by v.tenant, v.flow
      on conflict (tenant, flow) do update set number = excluded.number, at = now()
      """;

  private static final String DELETE = "delete from pawl.flow where tenant = ? and id = ?";

  // A node that has not heard of it yet may start one more; a while later none does. Top-level
  // executions and children are looked for one after the other: each has an index of its own.
  private static final String PURGE =
      """
      delete from pawl.version v using pawl.deleted d
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

  private Deletion() {}

  /**
   * @param flow one that is locked
   * @throws Refusal if it is in service, or something of it is still going on
   */
  static void delete(Connection connection, TenantId tenant, FlowRecord flow) throws SQLException {
    if (flow.dates().archivedAt().isEmpty()) {
      throw Refusal.conflict("not-archived", "only an archived flow can be deleted; archive it");
    }
    int live =
        Rows.first(
                connection,
                LIVE,
                row -> row.getInt(1),
                tenant.value(),
                flow.code(),
                MOST_COUNTED + 1)
            .orElse(0);
    if (live > 0) {
      throw Refusal.conflict(
          "still-running",
          "the flow has executions that have not ended (%s); wait for them, or cancel them"
              .formatted(live > MOST_COUNTED ? "over " + MOST_COUNTED : live));
    }
    Borrowed.update(connection, REMEMBER, tenant.value(), flow.code());
    Borrowed.update(connection, DELETE, tenant.value(), flow.id());
  }

  /** Lets those versions go that nobody needs any more, of all tenants. */
  static int purge(Borrowed everybody) {
    return everybody.update(PURGE);
  }
}
