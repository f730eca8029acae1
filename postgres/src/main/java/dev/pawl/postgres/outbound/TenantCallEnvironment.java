package dev.pawl.postgres.outbound;

import dev.pawl.engine.run.CallEnvironment;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.secret.NamedSecrets;
import dev.pawl.postgres.secret.TenantKeys;
import dev.pawl.sdk.CallOrigin;
import dev.pawl.sdk.CallServices;
import dev.pawl.sdk.MessageTemplate;
import dev.pawl.sdk.OutboundConnection;
import java.util.Optional;

/** Gives handler calls the secrets, connections and templates of their tenant. */
public final class TenantCallEnvironment implements CallEnvironment {

  private final NameCache<String> secrets;
  private final NameCache<OutboundConnection> connections;
  private final NameCache<MessageTemplate> templates;

  /** Creates an environment that reads with the given access to rows of tenants. */
  public TenantCallEnvironment(TenantDatabase database, TenantKeys keys) {
    this.secrets = new NameCache<>(new NamedSecrets(database, keys)::read);
    OutboundConnections stored = new OutboundConnections(database);
    this.connections =
        new NameCache<>(
            (tenant, name) ->
                stored.find(tenant, name).map(OutboundConnections.StoredConnection::connection));
    MessageTemplates texts = new MessageTemplates(database);
    this.templates =
        new NameCache<>(
            (tenant, name) ->
                texts.find(tenant, name).map(MessageTemplates.StoredTemplate::template));
  }

  @Override
  public CallServices servicesFor(CallOrigin origin, CallServices base) {
    return origin.tenant() == CallOrigin.UNKNOWN.tenant()
        ? base
        : new TenantCallServices(this, new TenantId(origin.tenant()), base);
  }

  Optional<String> secret(TenantId tenant, String name) {
    return secrets.find(tenant, name);
  }

  /** Returns a connection with references to secrets. */
  Optional<OutboundConnection> connection(TenantId tenant, String name) {
    return connections.find(tenant, name);
  }

  Optional<MessageTemplate> template(TenantId tenant, String name) {
    return templates.find(tenant, name);
  }
}
