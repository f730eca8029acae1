package dev.pawl.server.trigger;

import dev.pawl.server.tenant.Tenants;
import dev.pawl.server.tenant.Tenants.KnownTenant;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Remembers for a second which tenant has a code, also that none has it. */
final class WebhookTenants {

  private static final long MAX_AGE_NANOS = Duration.ofSeconds(1).toNanos();
  private static final int MAX_ENTRIES = 1_000;

  private final Tenants tenants;
  private final Map<String, Found> found = new ConcurrentHashMap<>();

  WebhookTenants(Tenants tenants) {
    this.tenants = tenants;
  }

  private record Found(Optional<KnownTenant> tenant, long since) {}

  Optional<KnownTenant> find(String code) {
    long now = System.nanoTime();
    Found known = found.get(code);
    if (known != null && now - known.since < MAX_AGE_NANOS) {
      return known.tenant;
    }
    Optional<KnownTenant> tenant = tenants.known(code);
    if (found.size() >= MAX_ENTRIES) {
      found.clear();
    }
    found.put(code, new Found(tenant, now));
    return tenant;
  }
}
