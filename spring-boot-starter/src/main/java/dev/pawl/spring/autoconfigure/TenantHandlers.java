package dev.pawl.spring.autoconfigure;

import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerDescriptor;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The handlers of one resource: those of single tenants, and one for all other tenants.
 *
 * @param byTenant the handlers by the number of their tenant, or {@link #ALL_TENANTS}
 */
record TenantHandlers(String resource, Map<Integer, Handler> byTenant) implements Handler {

  static final int ALL_TENANTS = 0;

  /** The error of a call by a tenant that no handler serves. */
  static final String NO_HANDLER = "Pawl.NoHandler";

  TenantHandlers {
    byTenant = Map.copyOf(byTenant);
  }

  @Override
  public Json handle(HandlerCall call) throws Exception {
    int tenant = call.origin().tenant();
    Handler handler = byTenant.getOrDefault(tenant, byTenant.get(ALL_TENANTS));
    if (handler == null) {
      throw new HandlerException(
          NO_HANDLER,
          "resource %s has no handler for tenant %d, only for tenants %s"
              .formatted(resource, tenant, byTenant.keySet()));
    }
    return handler.handle(call);
  }

  @Override
  public Optional<String> downstream(HandlerCall call) throws Exception {
    Handler handler = byTenant.getOrDefault(call.origin().tenant(), byTenant.get(ALL_TENANTS));
    return handler == null ? Optional.empty() : handler.downstream(call);
  }

  /** Returns the descriptor of the handler for all tenants, or of that of the first tenant. */
  @Override
  public HandlerDescriptor descriptor() {
    return new TreeMap<>(byTenant).firstEntry().getValue().descriptor();
  }
}
