package dev.pawl.postgres.flow;

import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.TenantDatabase;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Looks up the codes and names of flows, also those of ended executions. */
public final class FlowCodes {

  private static final String OF_FLOW =
      """
      select f.code from pawl.flow f
       where f.tenant = ? and (f.code = ? or f.id::text = lower(?))
       order by f.id::text = lower(?) desc limit 1
      """;

  private static final String OF_EXECUTION =
      """
      select e.flow from pawl.execution e where e.tenant = ? and e.id = ?
       union all
      select e.flow from pawl.finished e where e.tenant = ? and e.id = ?
      """;

  private static final String NAMES =
      "select f.code, f.name from pawl.flow f where f.tenant = ? and f.code = any(?)";

  private final TenantDatabase tenanted;

  public FlowCodes(TenantDatabase tenanted) {
    this.tenanted = tenanted;
  }

  /** Returns the code of a flow named by its id or code; an id takes precedence over a code. */
  public Optional<String> ofFlow(TenantId tenant, String idOrCode) {
    return tenanted
        .of(tenant)
        .use(
            connection ->
                Rows.first(
                    connection,
                    OF_FLOW,
                    row -> row.getString(1),
                    tenant.value(),
                    idOrCode,
                    idOrCode,
                    idOrCode));
  }

  /** Returns the code of the flow that an execution, live or ended, runs. */
  public Optional<String> ofExecution(ExecutionKey key) {
    return tenanted
        .of(key.tenant())
        .use(
            connection ->
                Rows.first(
                    connection,
                    OF_EXECUTION,
                    row -> row.getString(1),
                    key.tenant().value(),
                    key.id().value(),
                    key.tenant().value(),
                    key.id().value()));
  }

  /** Returns the names of flows by their codes; codes of no flow are absent. */
  public Map<String, String> names(TenantId tenant, Collection<String> codes) {
    return tenanted
        .of(tenant)
        .use(
            connection ->
                Rows.list(
                    connection,
                    NAMES,
                    row -> Map.entry(row.getString(1), row.getString(2)),
                    tenant.value(),
                    connection.createArrayOf("text", codes.toArray())))
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }
}
