package dev.pawl.server.access;

import dev.pawl.engine.store.TenantId;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Who calls.
 *
 * @param name how the audit knows it
 */
public record Caller(TenantId tenant, String name, Set<Role> roles, Standing standing) {

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
