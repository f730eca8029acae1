package dev.pawl.postgres.flow;

import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.VersionKey;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.TenantDatabase;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/** Reads the versions that new executions of the flows of a tenant run. */
public final class ActiveFlows {

  private static final String LIST =
      """
      select f.code, f.name, f.active from pawl.flow f
       where f.tenant = ? and f.active is not null and f.archived_at is null
       order by f.code
      """;

  private static final String DOCUMENT =
      "select v.document from pawl.version v where v.tenant = ? and v.flow = ? and v.number = ?";

  private final TenantDatabase tenanted;

  public ActiveFlows(TenantDatabase tenanted) {
    this.tenanted = tenanted;
  }

  /** A flow that can be started. */
  public record ActiveFlow(String code, String name, int version) {}

  /** Returns the flows of a tenant that have an active version, by code. */
  public List<ActiveFlow> list(TenantId tenant) {
    return tenanted
        .of(tenant)
        .use(
            connection ->
                Rows.list(
                    connection,
                    LIST,
                    row -> new ActiveFlow(row.getString(1), row.getString(2), row.getInt(3)),
                    tenant.value()));
  }

  /** Returns the definition of a version; empty if it was removed meanwhile. */
  public Optional<String> document(VersionKey version) {
    return tenanted
        .of(version.tenant())
        .use(
            connection ->
                Rows.first(
                    connection,
                    DOCUMENT,
                    row -> new String(row.getBytes(1), StandardCharsets.UTF_8),
                    version.tenant().value(),
                    version.flow(),
                    version.number()));
  }
}
