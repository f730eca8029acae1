package dev.pawl.server.access;

import dev.pawl.engine.store.TenantId;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** What a key is to be: whose, for what, and until when. */
public record Grant(
    TenantId tenant, String name, Set<Role> roles, Optional<Instant> expiresAt, Scope scope) {

  public Grant {
    roles = Set.copyOf(roles);
  }

  /** One without an end or a limit. */
  public static Grant of(TenantId tenant, String name, Role role) {
    return new Grant(tenant, name, Set.of(role), Optional.empty(), Scope.ALL);
  }
}
