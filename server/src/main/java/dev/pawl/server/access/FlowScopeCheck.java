package dev.pawl.server.access;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.flow.FlowCodes;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.web.IdParameters;
import java.util.Map;
import java.util.Optional;

/**
 * Checks that a key which is limited to some flows reaches the flow or the execution that a path
 * names. What is out of reach is reported as missing. Keys without such a limit cost no lookup.
 */
final class FlowScopeCheck {

  private final FlowCodes codes;

  FlowScopeCheck(FlowCodes codes) {
    this.codes = codes;
  }

  /**
   * Checks the flow or the execution that a path names.
   *
   * @param pattern of the path
   * @param variables of the path
   * @throws ApiException if the key is limited to flows and does not include it
   */
  void check(Caller caller, FlowScope scope, String pattern, Map<?, ?> variables) {
    if (!caller.scope().isLimitedToFlows()) {
      return;
    }
    switch (scope) {
      case NO_FLOW, FILTERED -> {}
      case UNLIMITED_KEYS_ONLY -> throw refusal(caller);
      case NAMED_IN_PATH -> checkNamed(caller, pattern, variables);
    }
  }

  private void checkNamed(Caller caller, String pattern, Map<?, ?> variables) {
    if (pattern.contains("/{flow}")) {
      String flow = String.valueOf(variables.get("flow"));
      check(caller, codes.ofFlow(caller.tenant(), flow), "flow '" + flow + "'");
    } else if (pattern.contains("/executions/{id}")) {
      String id = String.valueOf(variables.get("id"));
      check(caller, flowOf(caller.tenant(), id), "execution " + id);
    } else {
      throw refusal(caller);
    }
  }

  private static ApiException refusal(Caller caller) {
    return ApiException.forbidden(
        "this key is limited to the flows %s; this endpoint cannot be called with such a key"
            .formatted(String.join(", ", caller.scope().flows().orElseThrow())));
  }

  private static void check(Caller caller, Optional<String> flow, String what) {
    if (flow.filter(caller.scope()::hasFlow).isEmpty()) {
      throw ApiException.notFound(what);
    }
  }

  private Optional<String> flowOf(TenantId tenant, String text) {
    return IdParameters.parse(text)
        .flatMap(id -> codes.ofExecution(new ExecutionKey(tenant, new ExecutionId(id))));
  }
}
