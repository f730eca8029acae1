package dev.pawl.server.access;

import dev.pawl.engine.store.TenantId;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Who calls.
 *
 * @param name how the audit knows it
 * @param key the public part of the key behind it; none is behind the link that a server prints
 */
public record Caller(
    TenantId tenant,
    String name,
    Set<Role> roles,
    Standing standing,
    Optional<String> key,
    Scope scope) {

  /** What the platform lets the caller's tenant do. */
  public record Standing(boolean suspended, OptionalInt startsPerSecond) {

    public static final Standing GOOD = new Standing(false, OptionalInt.empty());
  }

  public Caller {
    roles = Set.copyOf(roles);
  }

  public boolean may(Permission permission) {
    return roles.stream().anyMatch(role -> role.may(permission));
  }
}
