package dev.pawl.server.flow;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.Tenanted;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** Tells which flows of a tenant can be called, now or once they are published. */
final class KnownFlows {

  // A flow without a draft was deployed by a program; it has versions only.
  private static final String EXISTING =
      """
      select c.code from unnest(?) as c (code)
       where coalesce(
           (select f.archived_at is null from pawl.flow f where f.tenant = ? and f.code = c.code),
           exists (select from pawl.version v
                    where v.tenant = ? and v.flow = c.code
                      and v.number > coalesce((select d.number from pawl.deleted d
                                   where d.tenant = v.tenant and d.flow = v.flow), 0)))
      """;

  private static final String CODES =
      """
      select f.code from pawl.flow f
       where f.tenant = ? and f.archived_at is null order by f.code limit ?
      """;

  private static final int MAX_SUGGESTIONS = 500;

  private final Tenanted tenanted;

  KnownFlows(Tenanted tenanted) {
    this.tenanted = tenanted;
  }

  /** Those of the codes that a flow has which is not archived. */
  Set<String> existing(TenantId tenant, Collection<String> codes) {
    return Set.copyOf(
        tenanted
            .of(tenant)
            .use(
                connection ->
                    Rows.list(
                        connection,
                        EXISTING,
                        row -> row.getString(1),
                        codes.toArray(String[]::new),
                        tenant.value(),
                        tenant.value())));
  }

  /** Codes of flows that may have been meant by another one; not all if there are many. */
  List<String> suggestions(TenantId tenant) {
    return tenanted
        .of(tenant)
        .use(
            connection ->
                Rows.list(
                    connection, CODES, row -> row.getString(1), tenant.value(), MAX_SUGGESTIONS));
  }
}
