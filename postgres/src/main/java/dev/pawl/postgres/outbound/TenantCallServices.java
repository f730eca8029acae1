package dev.pawl.postgres.outbound;

import dev.pawl.engine.data.DataException;
import dev.pawl.engine.run.SecretAwareServices;
import dev.pawl.engine.run.SecretMasker;
import dev.pawl.engine.store.TenantId;
import dev.pawl.model.ErrorName;
import dev.pawl.sdk.CallServices;
import dev.pawl.sdk.ExternalEffect;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.MessageTemplate;
import dev.pawl.sdk.OutboundConnection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** The services of one handler call, with the secrets that the handler has received. */
final class TenantCallServices implements SecretAwareServices {

  private final TenantCallEnvironment environment;
  private final TenantId tenant;
  private final CallServices base;

  /** The secrets that the handler has received; most handlers receive none. */
  private volatile Set<String> received = Set.of();

  TenantCallServices(TenantCallEnvironment environment, TenantId tenant, CallServices base) {
    this.environment = environment;
    this.tenant = tenant;
    this.base = base;
  }

  @Override
  public Optional<String> secret(String name) {
    Optional<String> value = environment.secret(tenant, name);
    value.ifPresent(this::remember);
    return value;
  }

  private synchronized void remember(String secret) {
    if (!received.contains(secret)) {
      Set<String> more = new HashSet<>(received);
      more.add(secret);
      received = more;
    }
  }

  @Override
  public Optional<OutboundConnection> connection(String name) {
    return environment.connection(tenant, name).map(this::resolved);
  }

  private OutboundConnection resolved(OutboundConnection stored) {
    return new OutboundConnection(
        stored.name(),
        stored.kind(),
        stored.address(),
        stored.tls(),
        AuthReferences.replaceMembers(
            stored.auth(), name -> secret(name).orElseThrow(() -> missing(name, stored.name()))),
        stored.operations(),
        stored.options(),
        stored.allowPrivate());
  }

  private static DataException missing(String secret, String connection) {
    return new DataException(
        ErrorName.SECRET_MISSING,
        "the connection '%s' refers to the secret '%s', which does not exist; create it or correct the name"
            .formatted(connection, secret));
  }

  @Override
  public Optional<MessageTemplate> template(String name) {
    return environment.template(tenant, name);
  }

  @Override
  public SecretMasker masker() {
    Set<String> known = received;
    return known.isEmpty() ? SecretMasker.NONE : SecretMasker.of(known);
  }

  @Override
  public void heartbeat() {
    base.heartbeat();
  }

  @Override
  public void progress(Json details) {
    base.progress(masker().mask(details));
  }

  @Override
  public void recordEffect(ExternalEffect effect) {
    base.recordEffect(masker().mask(effect));
  }
}
