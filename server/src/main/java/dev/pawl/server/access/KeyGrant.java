package dev.pawl.server.access;

import dev.pawl.engine.store.TenantId;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** The tenant, roles, expiry and scope of a key that is to be issued. */
public record KeyGrant(
    TenantId tenant, String name, Set<Role> roles, Optional<Instant> expiresAt, KeyScope scope) {

  public KeyGrant {
    roles = Set.copyOf(roles);
  }

  /** Returns a grant without an expiry or a limit. */
  public static KeyGrant of(TenantId tenant, String name, Role role) {
    return new KeyGrant(tenant, name, Set.of(role), Optional.empty(), KeyScope.ALL);
  }
}
