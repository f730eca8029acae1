package dev.pawl.server.access;

import dev.pawl.engine.store.TenantId;
import dev.pawl.server.problem.Refusal;
import dev.pawl.server.web.Needed;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
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
    if (name == null || name.isBlank() || name.length() > LONGEST_NAME) {
      throw Refusal.refused(
          "bad-name",
          "name: a key needs a name of 1 to %d characters, got %s"
              .formatted(LONGEST_NAME, name == null ? "none" : name.length()));
    }
    OptionalInt control = name.codePoints().filter(NewKey::isControl).findFirst();
    if (control.isPresent()) {
      throw Refusal.refused(
          "bad-name",
          "name: got the control character U+%04X; allowed are 1 to %d characters of one line, without control characters"
              .formatted(control.getAsInt(), LONGEST_NAME));
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

  /** Returns true for what could forge a line of a log or of a terminal. */
  private static boolean isControl(int codePoint) {
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          true;
      default ->
          codePoint >= 0x202A && codePoint <= 0x202E || codePoint >= 0x2066 && codePoint <= 0x2069;
    };
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
