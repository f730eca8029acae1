package dev.pawl.server.access;

import dev.pawl.engine.store.TenantId;
import java.util.Set;

/**
 * Who calls.
 *
 * @param name how the audit knows it
 */
public record Caller(TenantId tenant, String name, Set<Role> roles) {

  public Caller {
    roles = Set.copyOf(roles);
  }

  public boolean may(Permission permission) {
    return roles.stream().anyMatch(role -> role.may(permission));
  }
}
