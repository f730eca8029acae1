package dev.pawl.server.access;

import dev.pawl.engine.store.TenantId;
import dev.pawl.server.problem.Refusal;
import dev.pawl.server.web.Needed;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A key that somebody asks for.
 *
 * @param flows codes of flows that it is limited to, or beginnings of codes with a star behind
 * @param resources the same for what a worker asks for
 */
public record NewKey(
    @Needed @Nullable String name,
    @Needed @Nullable List<Role> roles,
    @Nullable Instant expiresAt,
    @Nullable List<String> flows,
    @Nullable List<String> resources) {

  private static final int LONGEST_NAME = 200;

  /**
   * As it can be issued.
   *
   * @throws Refusal if it cannot, or not by that one
   */
  public Grant granted(Caller by, TenantId tenant) {
    if (name == null || name.isBlank() || name.length() > LONGEST_NAME || name.indexOf('\0') >= 0) {
      throw Refusal.refused("bad-name", "a key needs a name of 1 to 200 characters");
    }
    if (expiresAt != null && !expiresAt.isAfter(Instant.now())) {
      throw Refusal.refused(
          "bad-expiry", "a key must expire in the future; leave expiresAt out if it never does");
    }
    Set<Role> given = given(by);
    Scope scope = Scope.asked(flows, resources);
    // It could give itself a key without a limit.
    if (!scope.equals(Scope.ALL) && may(given, Permission.ADMINISTER)) {
      throw Refusal.refused("bad-scope", "a key that issues keys cannot be limited");
    }
    if (may(given, Permission.PLATFORM) && !tenant.equals(TenantId.DEFAULT)) {
      throw Refusal.refused(
          "bad-role", "the platform's administrators are of the tenant 'default'");
    }
    return new Grant(tenant, name, given, Optional.ofNullable(expiresAt), scope);
  }

  /** Nobody gives away more than they have. */
  private Set<Role> given(Caller by) {
    if (roles == null || roles.isEmpty()) {
      throw Refusal.refused("no-roles", "a key needs at least one role");
    }
    Set<Role> given = EnumSet.copyOf(roles);
    for (Permission permission : Permission.values()) {
      if (may(given, permission) && !by.may(permission)) {
        throw Refusal.forbidden("a key cannot give the permission " + permission + " it has not");
      }
    }
    return given;
  }

  private static boolean may(Set<Role> roles, Permission permission) {
    return roles.stream().anyMatch(role -> role.may(permission));
  }
}
