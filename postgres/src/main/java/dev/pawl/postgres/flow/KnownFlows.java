package dev.pawl.postgres.flow;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.TenantDatabase;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** Finds the flows of a tenant that a definition can call, now or once they are published. */
public final class KnownFlows {

  // A flow deployed by a program has versions only, no row of its own.
  private static final String EXISTING =
      """
      select c.code from unnest(?) as c (code)
       where coalesce(
           (select f.archived_at is null from pawl.flow f where f.tenant = ? and f.code = c.code),
           exists (select from pawl.version v
                    where v.tenant = ? and v.flow = c.code
                      and v.number > coalesce((select d.number from pawl.deleted_flow d
                                   where d.tenant = v.tenant and d.flow = v.flow), 0)))
      """;

  private static final String CODES =
      """
      select f.code from pawl.flow f
       where f.tenant = ? and f.archived_at is null order by f.code limit ?
      """;

  private static final int MAX_SUGGESTIONS = 500;

  private final TenantDatabase tenanted;

  public KnownFlows(TenantDatabase tenanted) {
    this.tenanted = tenanted;
  }

  /** Returns those of the codes that belong to a flow that is not archived. */
  public Set<String> existing(TenantId tenant, Collection<String> codes) {
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

  /** Returns codes to suggest for a misspelled one, at most {@link #MAX_SUGGESTIONS}. */
  public List<String> suggestions(TenantId tenant) {
    return tenanted
        .of(tenant)
        .use(
            connection ->
                Rows.list(
                    connection, CODES, row -> row.getString(1), tenant.value(), MAX_SUGGESTIONS));
  }
}
