package dev.pawl.server.access;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.Tenanted;
import dev.pawl.server.problem.Refusal;
import dev.pawl.server.web.Ids;
import dev.pawl.server.web.OfFlow;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.springframework.web.servlet.HandlerMapping;

/**
 * What keys that are limited to some flows get to see: the one place that every door consults. A
 * door that names a flow, or an execution, opens if that is in reach, and is not there otherwise; a
 * list shows what is in reach; every other door is for keys without such a limit. Who has a key
 * without one pays nothing here.
 */
final class FlowsInReach {

  /** Doors at which no flow is looked at; a validation looks for flows in reach only. */
  private static final Set<String> HARMLESS =
      Set.of(
          "POST /api/flows/validate",
          "GET /api/openapi.json",
          "GET /api/docs",
          "GET /api/docs/page.js",
          "GET /api/docs/page.css",
          "GET /api/flows/resources",
          "GET /metrics",
          "GET /health",
          "DELETE /api/session");

  /** Doors whose answers are sifted: see {@link OfFlow}. */
  private static final Set<String> SIFTED = Set.of("GET /api/flows", "GET /api/flows/executions");

  /** It names a flow, and makes another one. */
  private static final String DUPLICATE = "POST /api/flows/{flow}/duplicate";

  private static final String FLOW =
      """
      select f.code from pawl.flow f
       where f.tenant = ? and (f.code = ? or f.id::text = lower(?))
       order by f.id::text = lower(?) desc limit 1
      """;

  private static final String EXECUTION =
      """
      select e.flow from pawl.execution e where e.tenant = ? and e.id = ?
       union all
      select e.flow from pawl.finished e where e.tenant = ? and e.id = ?
      """;

  private final Tenanted tenanted;

  FlowsInReach(Tenanted tenanted) {
    this.tenanted = tenanted;
  }

  /**
   * @param door method and pattern
   * @throws Refusal if it is shut
   */
  void check(Caller caller, String door, HttpServletRequest request) {
    if (!caller.scope().isLimitedToFlows() || HARMLESS.contains(door) || SIFTED.contains(door)) {
      return;
    }
    Map<?, ?> named =
        (Map<?, ?>) request.getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE);
    if (door.contains("/{flow}") && !door.equals(DUPLICATE)) {
      String flow = String.valueOf(named.get("flow"));
      check(caller, code(caller.tenant(), flow), "flow '" + flow + "'");
    } else if (door.contains("/executions/{id}")) {
      String id = String.valueOf(named.get("id"));
      check(caller, flowOf(caller.tenant(), id), "execution " + id);
    } else {
      throw Refusal.forbidden(
          "this key is limited to the flows "
              + String.join(", ", caller.scope().flows().orElseThrow())
              + "; this door is for keys without such a limit");
    }
  }

  private static void check(Caller caller, Optional<String> flow, String what) {
    if (flow.filter(caller.scope()::hasFlow).isEmpty()) {
      throw Refusal.notFound(what);
    }
  }

  /** In the order in which the catalogue looks: an id before a code. */
  private Optional<String> code(TenantId tenant, String flow) {
    return tenanted
        .of(tenant)
        .use(
            connection ->
                Rows.first(
                    connection, FLOW, row -> row.getString(1), tenant.value(), flow, flow, flow));
  }

  private Optional<String> flowOf(TenantId tenant, String text) {
    return Ids.parse(text).flatMap(id -> flowOf(tenant, id));
  }

  private Optional<String> flowOf(TenantId tenant, UUID id) {
    return tenanted
        .of(tenant)
        .use(
            connection ->
                Rows.first(
                    connection,
                    EXECUTION,
                    row -> row.getString(1),
                    tenant.value(),
                    id,
                    tenant.value(),
                    id));
  }
}
